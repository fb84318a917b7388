using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Commands;

/// <summary>Compares run documents that are there: two of them, or both sides or two axis values of one.</summary>
/// <param name="catalogue">Reads the metric catalogue.</param>
public sealed class DocumentSource(Func<IReadOnlyList<Metric>> catalogue) : IComparisonSource
{
    /// <inheritdoc />
    /// <remarks>A folder counts only when it holds a run, so that a branch may be called like a folder.</remarks>
    public bool Takes(CompareRequest request) => request.Base is { } path && (RunFolder.HasDocument(path) || (request.Head is { } head && RunFolder.HasDocument(head)));

    /// <inheritdoc />
    public Task<ComparisonResult> CompareAsync(CompareRequest request, CancellationToken cancellation)
    {
        RequireNothingToMeasure(request);
        var old = RunFolder.FindDocument(request.Base!);
        var head = request.Head is { } path ? RunFolder.FindDocument(path) : null;
        var comparison = ComparisonSelection.Apply(Compare(request, old, head), request.Plan.Axes);
        return Task.FromResult(new ComparisonResult(comparison, Path.GetDirectoryName(Path.GetFullPath(head ?? old))!));
    }

    private static void RequireNothingToMeasure(CompareRequest request)
    {
        if (request.Plan.Measure != new MeasureDefaults())
            throw new UsageException($"{request.Base}: found options that say how to measure (--rounds, --slices, --duration, --warmup, --scheduling), but runs that are there are only compared; leave the options out, or give commits");
        if (request.Stage is not null || request.Remote is not null)
            throw new UsageException($"{request.Base}: found {(request.Stage is null ? RemoteRepository.Option : "--stage")}, but runs that are there are only compared; leave it out, or give commits");
    }

    private ComparisonDocument Compare(CompareRequest request, string old, string? head)
    {
        if (request.Axis is { } axis)
        {
            return head is null
                ? RunComparison.OfAxis(StagedRun.Of(RunFile.Read(old)), axis, catalogue())
                : throw new UsageException($"--{axis.Axis} {axis}: found two documents, one was expected: two values of an axis are compared inside one run");
        }

        return head is null
            ? RunComparison.OfSides([StagedRun.Of(RunFile.Read(old))], catalogue())
            : RunComparison.OfParts(RunFile.Read(old), RunFile.Read(head), catalogue());
    }
}
