namespace PerfMatrix.GitHub.Plans;

/// <summary>Time limits of a job that measures. Its steps end before the job does, so that what was measured until then is still uploaded: a job that
/// reaches its own limit counts as cancelled, and uploads nothing.</summary>
internal static class JobTimes
{
    /// <summary>Minutes after which GitHub ends a job on a runner of its own.</summary>
    public const int LongestJob = 360;

    /// <summary>Minutes around measuring: checking out, .NET, the tool, programs, upload; and patience with a slow download.</summary>
    public const int Around = 20;

    // An estimate is one; a busy neighbour, or a warm-up that settles late, makes it longer.
    private const double Margin = 1.5;
    private const int Least = 30;

    /// <summary>Minutes of measuring for which there is no time, however they are spread.</summary>
    public const int LongestMeasuring = LongestJob - Around;

    /// <summary>Estimated minutes of confirming for which there is time, and to look for causes.</summary>
    public static readonly double MostConfirming = (LongestMeasuring - Explaining(WhyCauses.MostCells)) / Margin;

    /// <summary>Minutes after which the step that measures ends; the job ends <see cref="Around"/> later.</summary>
    /// <param name="mostMinutes">Estimated minutes of measuring when every cell needs all looks.</param>
    /// <param name="explained">Cells whose cause the same step looks for; a limit of time ends each of them.</param>
    public static int Measuring(double mostMinutes, int explained = 0) =>
        Math.Clamp((int)Math.Ceiling((mostMinutes * Margin) + Explaining(explained)), Least, LongestMeasuring);

    private static double Explaining(int cells) => Math.Min(cells, WhyCauses.MostCells) * ExplainingTime.Job.Longest.TotalMinutes;

    /// <summary>What is wrong with the times of a plan: a sentence for each group that takes longer than a job should.</summary>
    public static IReadOnlyList<string> Problems(JobPlan plan)
    {
        if (plan.Groups.FirstOrDefault(group => group.MostMinutes > LongestMeasuring) is { } impossible)
            throw new UsageException($"{Time(impossible)}; GitHub ends a job after {LongestJob} minutes. {Advice(plan)}");
        return [.. plan.Groups.Where(group => group.MostMinutes > GroupPacking.LongestMinutes)
            .Select(group => $"{Time(group)}, a job should take at most {GroupPacking.LongestMinutes}. {Advice(plan)}")];
    }

    private static string Time(PlannedGroup group) =>
        $"{group.Slug} ({group.Blocks[0].Id}{(group.Blocks.Count > 1 ? $" and {group.Blocks.Count - 1} more blocks" : "")}) may take "
            + $"{Math.Ceiling(group.MostMinutes)} minutes of measuring";

    private static string Advice(JobPlan plan) => plan.Groups.Count == GroupPacking.MostGroups
        ? $"{GroupPacking.MostGroups} jobs, the most of a matrix, are too few for this selection: choose fewer cells, or a shorter --duration."
        : "A block is never split: choose fewer rounds, a shorter --duration, or fewer cells.";
}
