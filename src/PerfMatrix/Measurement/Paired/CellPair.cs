using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>A head and the base it is compared with; always measured in the same block.</summary>
/// <param name="Cell">What the verdict is about; with a range on the compared axis it is <c>hello-minimal/net8.0..net10.0/server/2c</c>.</param>
/// <param name="Base">The variant compared with.</param>
/// <param name="Head">The variant compared.</param>
public sealed record CellPair(Cell Cell, Variant Base, Variant Head)
{
    /// <summary>Id of <see cref="Cell"/>.</summary>
    public string Id => Cell.Id;

    /// <summary>Scenario of both.</summary>
    public string Scenario => Head.Cell.Scenario;

    /// <summary>CPUs of each.</summary>
    public int Cores => Head.Cell.Cores;

    /// <summary>The same cell at two sides.</summary>
    public static CellPair OfSides(Cell cell) => new(cell, new Variant(cell, Side.Base), new Variant(cell));

    /// <summary>Two cells of the same code that differ by their value of one axis; both are of side head.</summary>
    public static CellPair Across(AxisValuePair range, Cell from, Cell to) => new(range.CellOf(to), new Variant(from), new Variant(to));
}
