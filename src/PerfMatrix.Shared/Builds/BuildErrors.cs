using System.Text.RegularExpressions;
using PerfMatrix.Processes;

namespace PerfMatrix.Builds;

/// <summary>The errors in the output of a build.</summary>
public static partial class BuildErrors
{
    private const int Limit = 10;

    /// <summary>
    /// The first ten different errors: lines in MSBuild's canonical form, <c>FILE(LINE,COLUMN): error CODE: TEXT [PROJECT]</c>, without the project.
    /// Where there are none, the last ten lines.
    /// </summary>
    public static IReadOnlyList<string> In(ProcessResult build)
    {
        var lines = build.Output.Concat(build.Error).Select(line => line.Trim()).Where(line => line.Length > 0).ToList();
        var errors = lines.Where(line => CanonicalError().IsMatch(line)).Select(line => Project().Replace(line, "")).Distinct().Take(Limit).ToList();
        return errors.Count > 0 ? errors : lines.TakeLast(Limit).ToList();
    }

    /// <summary>The first category that a line names is its own; a warning may quote the word error.</summary>
    [GeneratedRegex(@"^((?!:\s+(error|warning)\b).)*:\s+error(\s+\w+)?\s*:", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex CanonicalError();

    [GeneratedRegex(@"\s+\[[^\[\]]+\]$", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Project();
}
