using System.IO.Enumeration;

namespace PerfMatrix.Shared.Benchmarks;

/// <summary>Reads BenchmarkDotNet's full JSON (<c>--exporters fulljson</c>; format of 0.14.0 and 0.15.8,
/// src/BenchmarkDotNet/Exporters/Json/JsonExporterBase.cs); Statistics are null where one failed.</summary>
internal static class BenchmarkReport
{
    /// <summary>The benchmarks of a report by method; a method with several parameter sets has several.</summary>
    public static IReadOnlyList<BenchmarkEntry> Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        return document.RootElement.TryGetProperty("Benchmarks", out var benchmarks) && benchmarks.ValueKind == JsonValueKind.Array
            ? [.. benchmarks.EnumerateArray().Select(Entry)]
            : throw new JsonException("found no list 'Benchmarks', expected the full JSON of BenchmarkDotNet");
    }

    private static BenchmarkEntry Entry(JsonElement benchmark)
    {
        var name = Text(benchmark, "FullName")!;
        var statistics = benchmark.GetProperty("Statistics");
        return new BenchmarkEntry(Text(benchmark, "Method")!, name, Text(benchmark, "DisplayInfo")!)
        {
            Namespace = Text(benchmark, "Namespace"),
            Title = Text(benchmark, "MethodTitle"),
            Result = statistics.ValueKind == JsonValueKind.Object ? Observation(name, benchmark, statistics) : null,
        };
    }

    private static string? Text(JsonElement benchmark, string name) =>
        benchmark.TryGetProperty(name, out var text) && text.ValueKind == JsonValueKind.String ? text.GetString() : null;

    private static BenchmarkObservation Observation(string name, JsonElement benchmark, JsonElement statistics)
    {
        var metrics = Metrics(benchmark);
        return new BenchmarkObservation
        {
            FullName = name,
            MeanNanoseconds = statistics.GetProperty("Mean").GetDouble(),
            StandardDeviationNanoseconds = statistics.GetProperty("StandardDeviation").GetDouble(),
            ErrorNanoseconds = Error(statistics),
            Iterations = statistics.GetProperty("N").GetInt32(),
            AllocatedBytes = Allocated(benchmark),
            Gen0PerThousand = Collections(benchmark, "Gen0Collections"),
            Gen1PerThousand = Collections(benchmark, "Gen1Collections"),
            Gen2PerThousand = Collections(benchmark, "Gen2Collections"),
            LockContentions = Find(metrics, "LockContentionCount"),
            CompletedWorkItems = Find(metrics, "CompletedWorkItemCount"),
            Report = benchmark.Clone(),
        };
    }

    /// <summary>One iteration has no interval, which the JSON writes as a text or leaves out.</summary>
    private static double? Error(JsonElement statistics) =>
        statistics.TryGetProperty("ConfidenceInterval", out var interval) && interval.ValueKind == JsonValueKind.Object
        && interval.TryGetProperty("Margin", out var margin) && margin.ValueKind == JsonValueKind.Number ? margin.GetDouble() : null;

    private static long? Allocated(JsonElement benchmark) =>
        Memory(benchmark) is { } memory && memory.GetProperty("BytesAllocatedPerOperation") is { ValueKind: JsonValueKind.Number } bytes
        ? bytes.GetInt64() : null;

    /// <summary>The JSON has totals, the printed table collections in 1,000 operations.</summary>
    private static double? Collections(JsonElement benchmark, string name) =>
        Memory(benchmark) is { } memory && memory.GetProperty("TotalOperations").GetInt64() is > 0 and var operations
            ? 1000.0 * memory.GetProperty(name).GetInt64() / operations
            : null;

    private static JsonElement? Memory(JsonElement benchmark) =>
        benchmark.TryGetProperty("Memory", out var memory) && memory.ValueKind == JsonValueKind.Object ? memory : null;

    private static double? Find(Dictionary<string, double> metrics, string id) => metrics.TryGetValue(id, out var value) ? value : null;

    private static Dictionary<string, double> Metrics(JsonElement benchmark) =>
        benchmark.TryGetProperty("Metrics", out var metrics) && metrics.ValueKind == JsonValueKind.Array
            ? metrics.EnumerateArray().ToDictionary(
            metric => metric.GetProperty("Descriptor").GetProperty("Id").GetString()!, metric => metric.GetProperty("Value").GetDouble())
            : [];
}

/// <param name="DisplayInfo">How the log calls it: <c>Tasks.Baseline: Long(Toolchain=InProcessEmitToolchain, ...) [N=5]</c>.</param>
public sealed record BenchmarkEntry(string Method, string FullName, string DisplayInfo)
{
    public string? Namespace { get; init; }

    /// <summary>The method as <see cref="DisplayInfo"/> has it, where it has a description; null for the method itself.</summary>
    public string? Title { get; init; }

    /// <summary>Its numbers; null when it failed.</summary>
    public BenchmarkObservation? Result { get; init; }

    /// <summary>Its name without the namespace: <c>Tasks.Baseline(N: 5)</c>.</summary>
    public string Name => string.IsNullOrEmpty(Namespace) ? FullName : FullName[(Namespace.Length + 1)..];

    /// <summary>Id of its job, e.g. <c>Long</c>.</summary>
    public string Job => DisplayInfo.Split($"{Title ?? Method}: ", 2)[^1].Split('(', '[')[0].Trim();

    /// <summary>Whether a case means this: the method, or the end of the full name, and the job where it names one.</summary>
    public bool Is(BenchmarkCase @case) =>
        (Method == @case.Name || FullName == @case.Name || FullName.EndsWith("." + @case.Name, StringComparison.Ordinal))
        && (@case.Job is null || Job == @case.Job);
}

/// <summary>Finds in BenchmarkDotNet's output why a benchmark has no result: the JSON does not say.</summary>
internal static partial class BenchmarkLog
{
    private const string Section = "// Benchmark: ";

    /// <summary>The message of the first exception in a benchmark's part of the output; null when there is none.</summary>
    public static string? ExceptionOf(IEnumerable<string> lines, string displayInfo) => lines
        .SkipWhile(line => line.Trim() != Section + displayInfo)
        .Skip(1)
        .TakeWhile(line => !line.StartsWith(Section, StringComparison.Ordinal))
        .Select(Message)
        .FirstOrDefault(message => message is not null);

    /// <summary>The innermost exception of a line: BenchmarkDotNet calls by reflection, which wraps what the benchmark throws.</summary>
    private static string? Message(string line)
    {
        var found = Exception().Matches(line);
        var own = found.LastOrDefault(match => !match.Value.Contains("TargetInvocationException", StringComparison.Ordinal));
        return own is null ? null : line[own.Index..].Trim();
    }

    [GeneratedRegex(@"[A-Za-z_][\w.]*Exception: ", RegexOptions.None, 1000)]
    private static partial Regex Exception();
}

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
