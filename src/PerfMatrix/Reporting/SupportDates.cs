using System.Globalization;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>End of support of the runtimes, from dotnet/core releases.md as of 2026-07-24.</summary>
internal static class SupportDates
{
    private static readonly Dictionary<string, DateOnly> s_ends = new()
    {
        ["net6.0"] = new(2024, 11, 12),
        ["net7.0"] = new(2024, 5, 14),
        ["net8.0"] = new(2026, 11, 10),
        ["net9.0"] = new(2026, 11, 10),
        ["net10.0"] = new(2028, 11, 14),
        ["net11.0"] = new(2028, 11, 9),
    };

    /// <summary>A note for each measured runtime that was past its end of support when the run began.</summary>
    public static IEnumerable<string> Notes(RunDocument run)
    {
        var day = DateOnly.FromDateTime(run.StartedAt.UtcDateTime);
        return run.Variants
            .Where(variant => variant.Status == VariantStatus.Measured)
            .Select(variant => variant.Cell.Runtime.Split('@')[0])
            .Distinct()
            .Where(framework => s_ends.TryGetValue(framework, out var end) && end < day)
            .Select(framework => string.Create(CultureInfo.InvariantCulture, $"{framework} has been out of support since {s_ends[framework]:yyyy-MM-dd}."));
    }
}
