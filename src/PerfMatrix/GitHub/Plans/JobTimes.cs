using System.Globalization;

namespace PerfMatrix.GitHub;

/// <summary>
/// Time limits of a job that measures. Its steps end before the job does, so that what was measured until then is still uploaded: a job that reaches its own limit counts as
/// cancelled, and uploads nothing.
/// </summary>
/// <param name="Measuring">Minutes of the step that measures.</param>
/// <param name="Job">Minutes of the job.</param>
public sealed record JobTimes(int Measuring, int Job)
{
    /// <summary>Minutes after which GitHub ends a job on a runner of its own.</summary>
    public const int LongestJob = 360;

    /// <summary>Minutes around measuring: checking out, SDKs, building this tool, programs, upload.</summary>
    public const int Around = 20;

    // An estimate is one; a busy neighbour, or a warm-up that settles late, makes it longer.
    private const double Margin = 1.5;
    private const int Least = 30;

    /// <summary>Minutes of measuring for which there is no time, however they are spread.</summary>
    public const int LongestMeasuring = LongestJob - Around;

    /// <summary>The limits of a job.</summary>
    /// <param name="mostMinutes">Estimated minutes of measuring when every cell needs all looks.</param>
    public static JobTimes Of(double mostMinutes)
    {
        var measuring = Math.Clamp((int)Math.Ceiling(mostMinutes * Margin), Least, LongestMeasuring);
        return new(measuring, measuring + Around);
    }

    /// <summary>What is wrong with the times of a plan: a sentence for each group that takes longer than a job should.</summary>
    /// <exception cref="UsageException">A group takes longer than any job may.</exception>
    public static IReadOnlyList<string> Problems(JobPlan plan)
    {
        if (plan.Groups.FirstOrDefault(group => group.MostMinutes > LongestMeasuring) is { } impossible)
            throw new UsageException($"{Time(impossible)}; GitHub ends a job after {LongestJob} minutes. {Advice(plan)}");
        return [.. plan.Groups.Where(group => group.MostMinutes > GroupPacking.LongestMinutes).Select(group => $"{Time(group)}, a job should take at most {GroupPacking.LongestMinutes}. {Advice(plan)}")];
    }

    private static string Time(PlannedGroup group) =>
        string.Create(CultureInfo.InvariantCulture, $"{group.Slug} ({group.Blocks[0].Id}{(group.Blocks.Count > 1 ? $" and {group.Blocks.Count - 1} more blocks" : "")}) may take {Math.Ceiling(group.MostMinutes)} minutes of measuring");

    private static string Advice(JobPlan plan) => plan.Groups.Count == GroupPacking.MostGroups
        ? $"{GroupPacking.MostGroups} jobs, the most of a matrix, are too few for this selection: choose fewer cells, or a shorter --duration."
        : "A block is never split: choose fewer rounds, a shorter --duration, or fewer cells.";
}
