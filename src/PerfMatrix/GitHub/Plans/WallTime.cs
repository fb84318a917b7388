using PerfMatrix.Gate;

namespace PerfMatrix.GitHub;

/// <summary>How long a pull request waits for its verdict when there is a runner for every job. Rough figures of a hosted runner with four cores; measuring itself is estimated by the plan.</summary>
/// <param name="Preparing">The jobs around measuring, one after the other.</param>
/// <param name="Screening">The longest group.</param>
/// <param name="Confirming">The confirming of one suspect cell; none is usual.</param>
public sealed record WallTime(TimeSpan Preparing, TimeSpan Screening, TimeSpan Confirming)
{
    /// <summary>From the start of a job to its own command: checking out, the SDK, building this tool.</summary>
    public static readonly TimeSpan SetUp = TimeSpan.FromMinutes(1);

    /// <summary>Publishing both sides and uploading them, beyond the set-up.</summary>
    public static readonly TimeSpan Publishing = TimeSpan.FromMinutes(2);

    // plan, build, screen, suspects, confirm, verdict
    private const int JobsInRow = 6;

    /// <summary>All of it, with a suspect.</summary>
    public TimeSpan Total => Preparing + Screening + Confirming;

    /// <summary>The time of a plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="policy">The policy, for the rounds of a suspect.</param>
    public static WallTime Of(JobPlan plan, GatePolicy policy)
    {
        var rounds = Math.Ceiling((double)policy.Confirm.Looks[^1] / policy.Confirm.Machines);
        var slowest = plan.Groups.SelectMany(group => group.Blocks).Select(block => block.SecondsPerVariantRound).DefaultIfEmpty().Max();
        return new(
            (JobsInRow * SetUp) + Publishing,
            TimeSpan.FromMinutes(plan.Groups.Select(group => group.Minutes).DefaultIfEmpty().Max()),
            TimeSpan.FromSeconds(rounds * 3 * slowest));
    }
}
