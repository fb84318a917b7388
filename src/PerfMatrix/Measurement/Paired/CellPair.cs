using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>A head and the base it is compared with; always measured in the same block.</summary>
/// <param name="Id">What the verdict is about: the id of the cell, or with a range on the compared axis, <c>hello-minimal/net8.0..net10.0/server/2c</c>.</param>
/// <param name="Base">The variant compared with.</param>
/// <param name="Head">The variant compared.</param>
public sealed record CellPair(string Id, Variant Base, Variant Head)
{
    /// <summary>Scenario of both.</summary>
    public string Scenario => Head.Cell.Scenario;

    /// <summary>CPUs of each.</summary>
    public int Cores => Head.Cell.Cores;

    /// <summary>The same cell at two sides.</summary>
    public static CellPair OfSides(Cell cell) => new(cell.Id, new Variant(cell, Side.Base), new Variant(cell));

    /// <summary>Two cells of the same code that differ by their runtime or GC leg; both are of side head.</summary>
    public static CellPair OfCells(Cell from, Cell to) => new(
        CellId.Of(to.Scenario, Range(from.Runtime.ToString(), to.Runtime.ToString()), Range(from.Gc, to.Gc), to.Cores, to.Memory),
        new Variant(from),
        new Variant(to));

    private static string Range(string from, string to) => from == to ? to : $"{from}..{to}";
}
