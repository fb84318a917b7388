using System.Text.RegularExpressions;

namespace PerfMatrix.Drivers.BenchmarkDotNet;

/// <summary>Finds in BenchmarkDotNet's output why a benchmark has no result: the JSON does not say.</summary>
internal static partial class BenchmarkLog
{
    private const string Section = "// Benchmark: ";

    /// <summary>The message of the first exception in a benchmark's part of the output; null when there is none.</summary>
    /// <param name="lines">The output.</param>
    /// <param name="displayInfo">What the output calls the benchmark.</param>
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
