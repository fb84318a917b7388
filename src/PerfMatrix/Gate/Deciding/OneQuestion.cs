namespace PerfMatrix.Gate;

/// <summary>Refuses documents that answer different questions: other commits, or another driver. Their rounds would be pooled as if they were of one measurement.</summary>
internal static class OneQuestion
{
    /// <summary>Requires one base, one head and one driver. A commit that nobody recorded contradicts none.</summary>
    /// <exception cref="UsageException">Names both values.</exception>
    public static void Require(IReadOnlyList<ComparisonDocument> documents)
    {
        Require("base commit", documents.Select(document => (document.Base.Sha, Name(document))));
        Require("head commit", documents.Select(document => (document.Head.Sha, Name(document))));
        Require("driver", documents.SelectMany(document => document.Runs).Select(run => ((string?)run.Driver, $"run {run.Id}")));
    }

    /// <summary>Requires one value of what several documents say.</summary>
    /// <param name="what">What it is.</param>
    /// <param name="found">The values, each with who says so; null is unknown.</param>
    /// <exception cref="UsageException">There are two; names both.</exception>
    public static void Require(string what, IEnumerable<(string? Value, string Of)> found)
    {
        var values = found.Where(one => one.Value is not null).DistinctBy(one => one.Value).Take(2).ToList();
        if (values is [var first, var second])
        {
            throw new UsageException(
                $"cannot judge together: found {what} {first.Value} in {first.Of} and {second.Value} in {second.Of}, one was expected. Give documents of one comparison; for fresh rounds of suspects measure the same two commits again");
        }
    }

    private static string Name(ComparisonDocument document) => document.Runs is [var run, ..] ? $"run {run.Id}" : $"the plan of {document.Head.Label}";
}
