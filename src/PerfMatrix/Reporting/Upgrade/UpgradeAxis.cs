using PerfMatrix.Configuration;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>The axis that an upgrade exchanges, found by its values: runtimes and GC modes have no name in common.</summary>
internal sealed record UpgradeAxis(string Name, string From, string To, Func<CellRecord, string> ValueOf, Func<CellRecord, string> OtherOf)
{
    private const string Runtime = "runtime";
    private const string Gc = "gc";

    /// <summary>Finds the axis.</summary>
    /// <exception cref="UsageException">A value is not in the run, or the two are of different axes, or the same.</exception>
    public static UpgradeAxis Of(RunDocument run, string from, string to)
    {
        var axis = AxisOf(run, "--from", from);
        if (AxisOf(run, "--to", to) != axis)
            throw new UsageException($"--from {from} --to {to}: found a runtime and a GC mode, expected two of one kind; with both changed no one could tell which made the difference");
        if (from == to)
            throw new UsageException($"--from {from} --to {to}: found the same value twice, expected two different ones");
        return axis == Runtime
            ? new(Runtime, from, to, cell => cell.Runtime, cell => cell.GcWithLimits)
            : new(Gc, from, to, cell => cell.Gc, cell => cell.WithLimits(cell.Runtime));
    }

    private static string AxisOf(RunDocument run, string option, string value)
    {
        var runtimes = run.Variants.Select(variant => variant.Cell.Runtime).ToHashSet();
        var legs = run.Variants.Select(variant => variant.Cell.Gc).ToHashSet();
        if (runtimes.Contains(value)) return Runtime;
        if (legs.Contains(value)) return Gc;
        throw new UsageException($"{option}: this run has no runtime or GC mode '{value}'{Suggestion.Sentence(value, [.. runtimes, .. legs], "it has")}");
    }
}
