using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Commands;

/// <summary>What the command line asks <c>compare</c> for.</summary>
/// <param name="Base">First argument: a document, a folder of one, or a git ref; null when there is none.</param>
/// <param name="Head">Second argument, likewise.</param>
/// <param name="Axis">Two values of an axis, as <c>--runtime net8.0..net10.0</c> gives them; null compares sides.</param>
/// <param name="Chosen">The other selection options, and how to measure. The axis of <see cref="Axis"/> is left out of its choice.</param>
internal sealed record CompareRequest(string? Base, string? Head, AxisValuePair? Axis, MeasuringChoice Chosen)
{
    /// <summary>Set when only one stage is measured, for a verdict that is computed elsewhere.</summary>
    public StageRequest? Stage { get; init; }

    /// <summary>Repository that agents fetch both sides from and build them; null builds them here.</summary>
    public RemoteRepository? Remote { get; init; }
}

/// <summary>One stage of a comparison, or a part of it, that this machine measures.</summary>
/// <param name="Stage">screen or confirm.</param>
/// <param name="Job">The blocks of the screen.</param>
internal sealed record StageRequest(Stage Stage, JobPart Job)
{
    /// <summary>The suspects that are confirmed: a <c>suspects.json</c>.</summary>
    public string? Suspects { get; init; }

    /// <summary>Ids of the suspects that this machine confirms; null for all.</summary>
    public IReadOnlyList<string>? Cells { get; init; }

    /// <summary>Number of the machine among those that confirm, from 1.</summary>
    public int Machine { get; init; } = 1;

    /// <summary>Folder with the policy that says how many rounds there are; null for that of the checkout.</summary>
    public string? Policy { get; init; }
}

/// <summary>What was found.</summary>
/// <param name="Comparison">The comparison.</param>
/// <param name="Folder">Folder that receives <c>comparison.json</c>, unless there is no verdict and <c>--out</c> says otherwise; and <c>verdict.json</c> when there is a verdict.</param>
/// <param name="Verdict">The verdict, where it was measured until the gate could decide; null when nothing is judged.</param>
internal sealed record ComparisonResult(ComparisonDocument Comparison, string Folder, VerdictDocument? Verdict = null)
{
    /// <summary>Whether a cell is missing that was to be measured here and is judged elsewhere.</summary>
    public bool IsIncomplete { get; init; }

    /// <summary>Exit code of the command.</summary>
    public int ExitCode => Verdict?.Outcome.ExitCode() ?? (IsIncomplete ? CommandLine.Incomplete : CommandLine.Good);
}
