using System.IO.Enumeration;
using System.Text.RegularExpressions;

namespace PerfMatrix.Shared.Benchmarks;

/// <summary>A case as the matrix and <c>--scenario</c> name it: <c>Baseline</c>, <c>Tasks.Baseline(N: 1000)</c>, and where a project has several jobs
/// <c>Tasks.Baseline(N: 1000)@Long</c>; or a pattern such as <c>Tasks.*</c>.</summary>
/// <param name="Job">Id of the job; null where it has one only.</param>
public sealed partial record BenchmarkCase(string Name, string? Job)
{
    /// <summary>How BenchmarkDotNet calls a job that nobody has named; which letters follow depends on its settings.</summary>
    private const string Unnamed = "Job-";

    public static BenchmarkCase Of(string text) =>
        JobSuffix().Match(text) is { Success: true } job ? new(text[..job.Index], job.Groups["job"].Value) : new(text, null);

    /// <summary>What makes <c>--filter</c> choose it: BenchmarkDotNet matches the full name, which ends in the method or in its parameters.</summary>
    public IEnumerable<string> Filters => Name.Contains('(', StringComparison.Ordinal) ? [Name, $"*.{Name}"]
        : [Name, $"*.{Name}", $"{Name}(*", $"*.{Name}(*"];

    /// <summary>Whether it is a pattern that means a benchmark.</summary>
    public bool Matches(BenchmarkEntry entry) =>
        (Job is null || Job == entry.Job) && Filters.Any(filter => FileSystemName.MatchesSimpleExpression(filter, entry.FullName));

    /// <summary>The names of benchmarks, each with its job where a method with these parameters has several.</summary>
    /// <exception cref="UsageException">Several jobs cannot be told apart.</exception>
    public static IReadOnlyList<string> NamesOf(IReadOnlyList<BenchmarkEntry> entries)
    {
        var twice = entries.GroupBy(entry => entry.Name).Where(same => same.DistinctBy(entry => entry.FullName).Skip(1).Any())
            .Select(same => same.Key).ToHashSet();
        return [.. entries.GroupBy(entry => entry.FullName).SelectMany(jobs => jobs.Count() == 1 ? [NameOf(jobs.Single())]
            : jobs.Any(entry => entry.Job.StartsWith(Unnamed, StringComparison.Ordinal)) || jobs.DistinctBy(entry => entry.Job).Count() < jobs.Count()
            ? throw new UsageException(
                $"{jobs.Key} has {jobs.Count()} jobs, {string.Join(", ", jobs.Select(entry => entry.Job))}, which have no names of their own; give "
                    + "each one, as [SimpleJob(id: \"Long\")] or WithId(\"Long\")")
            : jobs.Select(entry => $"{NameOf(entry)}@{entry.Job}"))];

        string NameOf(BenchmarkEntry entry) => twice.Contains(entry.Name) ? entry.FullName : entry.Name;
    }

    [GeneratedRegex(@"@(?<job>[^@()]+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex JobSuffix();
}
