using PerfMatrix.Configuration;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>Two values of one axis that are compared: two runtimes, or two GC modes.</summary>
/// <param name="Axis"><c>runtime</c> or <c>gc</c>.</param>
/// <param name="Base">Value that is compared with, e.g. <c>net8.0</c>.</param>
/// <param name="Head">Value that is compared, e.g. <c>net10.0</c>.</param>
public sealed record AxisValuePair(string Axis, string Base, string Head)
{
    /// <summary>The axis of runtimes.</summary>
    public const string Runtime = "runtime";

    /// <summary>The axis of GC legs.</summary>
    public const string Gc = "gc";

    private const string Separator = "..";

    /// <summary>Reads an option such as <c>--runtime net8.0..net10.0</c>.</summary>
    /// <exception cref="UsageException">It is not two different values with <c>..</c> between them.</exception>
    public static AxisValuePair Parse(string axis, string text) =>
        text.Split(Separator) is [{ Length: > 0 } old, { Length: > 0 } now] && old != now
            ? new(axis, old, now)
            : throw new UsageException($"--{axis}: found '{text}', two different values were expected, e.g. {(axis == Gc ? "server..datas" : "net8.0..net10.0")}");

    /// <summary>Whether the text looks like two values.</summary>
    public static bool IsPair(string text) => text.Contains(Separator, StringComparison.Ordinal);

    /// <inheritdoc />
    public override string ToString() => Base + Separator + Head;

    internal string ValueOf(CellRecord cell) => Axis == Gc ? cell.Gc : cell.Runtime;

    /// <summary>What two cells must have in common.</summary>
    internal (string Scenario, string Other, int Cores, Bytes? Memory) Rest(CellRecord cell) => (cell.Scenario, Axis == Gc ? cell.Runtime : cell.Gc, cell.Cores, cell.Memory);

    /// <summary>The cell under which two are compared: that of head, with both values.</summary>
    internal ComparedCell CellOf(CellRecord head)
    {
        var (runtime, gc) = Axis == Gc ? (head.Runtime, ToString()) : (ToString(), head.Gc);
        return new(CellId.Of(head.Scenario, runtime, gc, head.Cores, head.Memory), head.Scenario, runtime, gc, head.Cores) { Memory = head.Memory };
    }

    /// <summary>Refuses values that no variant of the run has.</summary>
    /// <exception cref="UsageException">Names the option, the value and those of the run.</exception>
    internal void Require(RunDocument run)
    {
        var values = run.Variants.Select(variant => ValueOf(variant.Cell)).Distinct().ToList();
        foreach (var value in new[] { Base, Head })
        {
            if (!values.Contains(value))
                throw new UsageException($"--{Axis}: run {run.Id} has no {Axis} '{value}'{Suggestion.Sentence(value, values, "it has")}");
        }
    }
}
