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

    /// <summary>Two values of a run. The axis is found by them: runtimes and GC modes have no name in common.</summary>
    public static AxisValuePair Of(RunDocument run, string from, string to)
    {
        var axis = AxisOf(run, "--from", from);
        if (AxisOf(run, "--to", to) != axis)
            throw new UsageException(
                $"--from {from} --to {to}: found a runtime and a GC mode, expected two of one kind; with both changed no one could tell which made "
                    + $"the difference");
        return from != to ? new(axis, from, to)
            : throw new UsageException($"--from {from} --to {to}: found the same value twice, expected two different ones");
    }

    public static bool IsPair(string text) => text.Contains(Separator, StringComparison.Ordinal);

    public override string ToString() => Base + Separator + Head;

    /// <summary>The cell under which two are compared, which is also what they have in common: with both values on this axis.</summary>
    internal Cell CellOf(Cell cell) => cell.With(Axis, ToString());

    private static Axis AxisOf(RunDocument run, string option, string value)
    {
        var values = new[] { Axis.Runtime, Axis.Gc }
            .SelectMany(axis => run.Variants.Select(variant => (Axis: axis, Value: axis.ValueOf(variant.Cell))).Distinct()).ToList();
        return values.Find(one => one.Value == value).Axis ?? throw new UsageException(
            $"{option}: this run has no runtime or GC mode '{value}'{Suggestion.Sentence(value, [.. values.Select(one => one.Value)], "it has")}");
    }

    /// <summary>Refuses values that no variant of the run has.</summary>
    internal void Require(RunDocument run)
    {
        var values = run.Variants.Select(variant => Axis.ValueOf(variant.Cell)).Distinct().ToList();
        if (new[] { Base, Head }.FirstOrDefault(value => !values.Contains(value)) is { } missing)
            throw new UsageException($"{Axis.Option}: run {run.Id} has no {Axis} '{missing}'{Suggestion.Sentence(missing, values, "it has")}");
    }
}
