namespace PerfMatrix.GitHub.Plans;

/// <summary>How long a plan takes when there is a runner for every job, and what all runners together cost. Rough figures of a hosted runner with
/// four cores; measuring itself is estimated by the plan.</summary>
/// <param name="Preparing">The jobs around measuring, one after the other, and the start of each job on the way.</param>
/// <param name="Confirming">The confirming of suspects, each in a job of its own, and the search for the cause; none is usual.</param>
/// <param name="RunnerMinutes">Minutes of all jobs, each rounded up, as GitHub counts them; without a suspect.</param>
internal sealed record WallTime(TimeSpan Preparing, TimeSpan Screening, TimeSpan Confirming, int RunnerMinutes)
{
    /// <summary>What any job does before its own work, in seconds. The tool has been brought by the first job, and the runner has a .NET that runs it
    /// (https://github.com/actions/runner-images/pull/13295).</summary>
    private static readonly (string Part, int Seconds)[] s_setUp = [("checkout", 5), (".NET", 1), ("tool", 5)];

    /// <summary>The same of a job that measures. What somebody prepares, such as a database, comes on top.</summary>
    private static readonly (string Part, int Seconds)[] s_beforeMeasuring = [.. s_setUp, ("programs", 5), ("user and priority", 5)];

    private static readonly (string Part, int Seconds)[] s_beforeConfirming = [.. s_beforeMeasuring, ("perf", 20)];

    /// <summary>From the start of a job to its own command.</summary>
    public static readonly TimeSpan SetUp = Sum(s_setUp);

    /// <summary>Installing SDKs: where something is built or published, and where crank measures, as runs of a branch usually do.</summary>
    public static readonly TimeSpan Installing = TimeSpan.FromSeconds(34);

    public static readonly TimeSpan BeforeMeasuring = Sum(s_beforeMeasuring);
    public static readonly TimeSpan BeforeConfirming = Sum(s_beforeConfirming);

    /// <summary>A job that hands on what another one has judged: all its steps are skipped.</summary>
    public static readonly TimeSpan HandingOn = TimeSpan.FromSeconds(5);

    /// <summary>Making the tool, which later jobs fetch, and planning; beyond the set-up of the first job.</summary>
    public static readonly TimeSpan Planning = TimeSpan.FromSeconds(40);

    /// <summary>Publishing a side, or all of a run, and uploading it, beyond the set-up.</summary>
    public static readonly TimeSpan Publishing = TimeSpan.FromMinutes(2);

    /// <summary>Until a runner begins with a job whose turn it is: others saw 10 to 12 s (https://github.com/TryGhost/Ghost/pull/21068).</summary>
    public static readonly TimeSpan Starting = TimeSpan.FromSeconds(11);

    /// <summary>What stands before measuring, part by part; nobody has measured it on GitHub.</summary>
    public static string SetUpText { get; } = $"Before it measures, a job needs about {Durations.Text(BeforeMeasuring)} (estimated: "
        + $"{string.Join(", ", s_beforeMeasuring.Select(part => $"{part.Part} {part.Seconds} s"))}), one that confirms a suspect "
        + $"{Durations.Text(BeforeConfirming)}; {Durations.Text(Installing)} more with crank, or where the runner has no .NET 10.";

    public static IEnumerable<string> Parts => s_beforeConfirming.Select(part => part.Part);

    /// <summary>Without a suspect.</summary>
    public TimeSpan Usual => Preparing + Screening;

    public TimeSpan Total => Usual + Confirming;

    public static WallTime Of(JobPlan plan, GatePolicy policy)
    {
        var slowest = plan.Groups.SelectMany(group => group.Blocks).Select(block => block.SecondsPerVariantRound).DefaultIfEmpty().Max();
        var around = Around(plan);
        var measuring = plan.Groups.Select(group => TimeSpan.FromMinutes(group.Minutes)).ToList();
        var before = plan.Base is null ? BeforeMeasuring + Installing : BeforeMeasuring;
        var measured = Math.Min(1, measuring.Count);
        return new(
            TimeSpan.FromTicks(around.Sum(job => job.Ticks)) + (measured * before) + ((around.Length + measured) * Starting),
            measuring.DefaultIfEmpty().Max(),
            plan.Base is null || measuring.Count == 0 ? TimeSpan.Zero
                : Starting + BeforeConfirming + ExplainingTime.Job.Enough
                    + TimeSpan.FromSeconds(policy.MostRounds * Counterparts.ProcessesOfPair * slowest),
            // The other side of a comparison takes what the first one takes, at the same time.
            around.Concat(around.Take(plan.Base is null ? 0 : 1)).Concat(measuring.Select(time => before + time))
                .Sum(time => (int)Math.Ceiling(time.TotalMinutes)));
    }

    private static TimeSpan Sum(IEnumerable<(string Part, int Seconds)> parts) => TimeSpan.FromSeconds(parts.Sum(part => part.Seconds));

    // Of a comparison a side, suspects and verdict, of a run plan, build and publish; where nothing is to be measured the first and the last.
    // Where nothing is suspect, the job before has judged.
    private static TimeSpan[] Around(JobPlan plan)
    {
        var planning = Installing + SetUp + Planning;
        return (plan.Base is not null, plan.Groups.Count > 0) switch
        {
            (true, true) => [planning + Publishing, SetUp, HandingOn],
            (true, false) => [planning, HandingOn],
            (false, true) => [planning, Installing + SetUp + Publishing, Installing + SetUp],
            (false, false) => [planning, Installing + SetUp],
        };
    }
}
