using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Commands;

/// <summary>Where <c>compare</c> gets its comparison from: documents that are there, or a measurement. The first source that takes the request answers it.</summary>
public interface IComparisonSource
{
    /// <summary>Whether the request is for this source. Cheap, and changes nothing.</summary>
    bool Takes(CompareRequest request);

    /// <summary>Compares.</summary>
    /// <exception cref="UsageException">The request or a document is wrong.</exception>
    Task<ComparisonResult> CompareAsync(CompareRequest request, CancellationToken cancellation);
}

/// <summary>What the command line asks <c>compare</c> for.</summary>
/// <param name="Base">First argument: a document, a folder of one, or a git ref; null when there is none.</param>
/// <param name="Head">Second argument, likewise.</param>
/// <param name="Axis">Two values of an axis, as <c>--runtime net8.0..net10.0</c> gives them; null compares sides.</param>
/// <param name="Plan">The other selection options, and how to measure. The axis of <see cref="Axis"/> is left out of its choice.</param>
/// <param name="Driver">Name of the driver.</param>
/// <param name="Profile">The profile and its variables.</param>
/// <param name="Out">Where the result goes; null means the usual place.</param>
public sealed record CompareRequest(string? Base, string? Head, AxisValuePair? Axis, PlanRequest Plan, string Driver, ProfileChoice Profile, string? Out)
{
    /// <summary>Set when only one stage is measured, for a verdict that is computed elsewhere.</summary>
    public StageRequest? Stage { get; init; }

    /// <summary>Repository that agents fetch both sides from and build them; null builds them here.</summary>
    public RemoteRepository? Remote { get; init; }
}

/// <summary>One stage of a comparison, or a part of it, that this machine measures.</summary>
/// <param name="Stage">screen or confirm.</param>
/// <param name="Job">The blocks of the screen.</param>
public sealed record StageRequest(Stage Stage, JobPart Job)
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

/// <summary>What a source found.</summary>
/// <param name="Comparison">The comparison.</param>
/// <param name="Folder">Folder that receives <c>comparison.json</c>, unless there is no verdict and <c>--out</c> says otherwise; and <c>verdict.json</c> when there is a verdict.</param>
/// <param name="Verdict">The verdict of a source that measured until the gate could decide; null when nothing is judged.</param>
public sealed record ComparisonResult(ComparisonDocument Comparison, string Folder, VerdictDocument? Verdict = null)
{
    /// <summary>Whether a cell is missing that was to be measured here and is judged elsewhere.</summary>
    public bool IsIncomplete { get; init; }
}
