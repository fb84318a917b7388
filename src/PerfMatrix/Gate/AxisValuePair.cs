namespace PerfMatrix.Gate;

/// <summary>Two values of one axis that are compared: two runtimes, or two GC modes.</summary>
internal sealed record AxisValuePair(Axis Axis, string Base, string Head)
{
    private const string Separator = "..";

    /// <summary>Reads an option such as <c>--runtime net8.0..net10.0</c>.</summary>
    public static AxisValuePair Parse(Axis axis, string text) =>
        text.Split(Separator) is [{ Length: > 0 } old, { Length: > 0 } now] && old != now
            ? new(axis, old, now)
            : throw new UsageException(
            $"{axis.Option}: found '{text}', two different values were expected, e.g. {(axis == Axis.Gc ? "server..datas" : "net8.0..net10.0")}");

    public static bool IsPair(string text) => text.Contains(Separator, StringComparison.Ordinal);

    public override string ToString() => Base + Separator + Head;

    /// <summary>The cell under which two are compared, which is also what they have in common: with both values on this axis.</summary>
    internal Cell CellOf(Cell cell) => cell.With(Axis, ToString());

    /// <summary>Refuses values that no variant of the run has.</summary>
    internal void Require(RunDocument run)
    {
        var values = run.Variants.Select(variant => Axis.ValueOf(variant.Cell)).Distinct().ToList();
        foreach (var value in new[] { Base, Head })
        {
            if (!values.Contains(value))
                throw new UsageException($"{Axis.Option}: run {run.Id} has no {Axis} '{value}'{Suggestion.Sentence(value, values, "it has")}");
        }
    }
}
