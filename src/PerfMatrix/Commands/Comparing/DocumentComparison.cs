using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>Compares run documents that are there: both sides, or two values of an axis, of one run.</summary>
internal static class DocumentComparison
{
    /// <summary>Whether the request names documents. A folder counts only when it holds a run, so that a branch may be called like a folder.</summary>
    public static bool IsAskedBy(CompareRequest request) =>
        request.Base is { } path && (RunFolder.HasDocument(path) || (request.Head is { } head && RunFolder.HasDocument(head)));

    /// <summary>Compares them.</summary>
    /// <exception cref="UsageException">A document is wrong, or two have no block in common.</exception>
    public static ComparisonResult Of(CompareRequest request)
    {
        var old = RunFolder.FindDocument(request.Base!);
        var head = request.Head is { } path ? RunFolder.FindDocument(path) : null;
        var comparison = ComparisonSelection.Apply(Compare(request, old, head), request.Chosen.Plan.Axes);
        return new ComparisonResult(comparison, Path.GetDirectoryName(Path.GetFullPath(head ?? old))!);
    }

    private static ComparisonDocument Compare(CompareRequest request, string old, string? head) => (request.Axis, head) switch
    {
        (null, null) => RunComparison.OfSides([StagedRun.Of(RunDocument.File.Read(old))]),
        (null, { } path) => RunComparison.OfParts(RunDocument.File.Read(old), RunDocument.File.Read(path)),
        ({ } axis, null) => RunComparison.OfAxis(StagedRun.Of(RunDocument.File.Read(old)), axis),
        ({ } axis, _) => throw new UsageException($"--{axis.Axis} {axis}: found two documents, one was expected: two values of an axis are compared inside one run"),
    };
}
