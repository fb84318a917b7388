namespace PerfMatrix.Gate;

/// <summary>The document of a gate, <c>verdict.json</c>, schema version 1.</summary>
internal sealed record VerdictDocument
{
    internal static DocumentFile<VerdictDocument> File { get; } = new(
        "verdict.json", "a verdict", "Give the path of a verdict.json, which `gate` writes.", "judge again");

    public int SchemaVersion { get; init; } = 1;
    public required Outcome Outcome { get; init; }

    /// <summary>What was compared with; null when nobody said.</summary>
    public ComparedSide? Base { get; init; }
    public ComparedSide? Head { get; init; }
    public required IReadOnlyList<CellVerdict> Cells { get; init; }

    /// <summary>The axis values of the cells, one entry a cell.</summary>
    public IReadOnlyList<Cell> Axes { get; init; } = [];
    public IReadOnlyList<FamilyRecord> Families { get; init; } = [];

    /// <summary>What a reader must know before trusting the verdicts.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>What differs beside the code; null where nobody looked.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<EnvironmentDifference>? Environment { get; init; }

    public required GatePolicy Policy { get; init; }

    /// <summary>The size in percent that the command line gave, not crank/gate.yml; the policy has it, too. Null without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OwnDetectPercent { get; init; }

    /// <summary>The pull request that was judged; null elsewhere.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PullRequestRecord? PullRequest { get; init; }

    /// <summary>Files of the policy that head changes; the change holds once it is merged. Null when nobody looked.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? PolicyChanges { get; init; }

    /// <summary>The side that did not build, so that nothing was measured: base or head; null when both did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Unbuilt { get; init; }

    /// <summary>The command that measures the same on a developer's machine; null when it is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Reproduce { get; init; }

    /// <summary>The exit code of its outcome under its policy.</summary>
    [JsonIgnore]
    public int ExitCode => Policy.Mode == GateMode.Advise ? 0 : Outcome.ExitCode(Policy.Undecided);

    /// <summary>The document of verdicts that acknowledgements have been applied to.</summary>
    public static VerdictDocument Of(IReadOnlyList<SubjectVerdict> verdicts, GatePolicy policy, IReadOnlyList<FamilyRecord>? families = null) => new()
    {
        Outcome = Outcomes.Of(verdicts),
        Cells = [.. verdicts.Select(verdict => verdict.ToCellVerdict())],
        Families = families ?? [],
        Policy = policy,
    };
}

internal record CellVerdict
{
    public required string Cell { get; init; }
    public required string Metric { get; init; }

    /// <summary>same, worse, better, undecided or unknown.</summary>
    public required Verdict Verdict { get; init; }
    public required string Reason { get; init; }

    /// <summary>Estimated change, above 0 is worse; null when nothing could be estimated.</summary>
    public double? EffectPercent { get; init; }

    /// <summary>Lower end of the 95 % interval, which allows for what a machine may do to one side in all its rounds.</summary>
    public double? LowPercent { get; init; }

    /// <summary>Upper end of that interval.</summary>
    public double? HighPercent { get; init; }

    /// <summary>The smallest change, in percent, that these rounds would have shown in 95 of 100 cases; null when nobody can say.</summary>
    public double? DetectablePercent { get; init; }

    /// <summary>The size, in percent, that it was judged by where that has grown beyond the policy's with what identical programs spread by; not
    /// written elsewhere.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? SizePercent { get; init; }

    /// <summary>Rounds that it was judged by, also those that lack a value of a side; where a second machine measured it again its rounds
    /// alone.</summary>
    public required int Rounds { get; init; }
    public required int Machines { get; init; }
    public required Stage Stage { get; init; }

    /// <summary>Whether there are too few usable rounds to say anything; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool NotMeasured { get; init; }

    /// <summary>Rounds until an open verdict is looked at again; null when more are of no use.</summary>
    public int? MoreRounds { get; init; }

    /// <summary>Whether the verdict counts for the outcome; that of a reported metric does not.</summary>
    public required bool Gates { get; init; }

    /// <summary>Whether base and head are the same program there, so that no round was measured; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Identical { get; init; }

    /// <summary>Whether base measures it and head cannot, e.g. because its project is gone; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Dropped { get; init; }

    /// <summary>The reason of the acknowledgement that excuses a worse, undecided or missing verdict; null without one.</summary>
    public string? Acknowledged { get; init; }

    /// <summary>What most of the change comes from, by traced rounds; of memory what is allocated more; not written where nothing is known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public VerdictCause? Cause { get; init; }

    [JsonIgnore]
    public VerdictKind Kind => VerdictKinds.Of(Verdict, Acknowledged is not null, Dropped, NotMeasured);

    /// <summary>The verdict as documents have it, without what only the gate needs to know.</summary>
    public CellVerdict ToCellVerdict() => new(this);
}

/// <summary>What a change comes from; why.json has all of it.</summary>
internal sealed record VerdictCause
{
    /// <summary>What happens more or less often, or for a longer or shorter time; not written where it is CPU time or allocation.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CauseEvent? Event { get; init; }

    /// <summary>Method whose CPU time changed most, or in which the event happens; not written where none is known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Method { get; init; }

    /// <summary>Type of which more or less was allocated, type of an exception, or kind of a collection; not written elsewhere.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Type { get; init; }

    /// <summary>Its difference a request, head minus base: microseconds of a method, a lock or a pause, bytes of a type, exceptions, threads of a
    /// starved thread pool.</summary>
    public required double PerRequest { get; init; }

    /// <summary>Lower end of the interval.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public required double High { get; init; }

    /// <summary>The difference of all CPU time a request, by the clock of the process; written only where the cause is CPU time of a method, and the
    /// interval of the difference has no 0 in it and goes the same way.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Total { get; init; }

    /// <summary>The part of it that no method stands for; written with it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Unattributed { get; init; }

    /// <summary>Roughly the difference of all CPU time in microseconds a request, by the measured rounds; written only where the traced ones leave it
    /// uncertain or contradict.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Measured { get; init; }

    /// <summary>Whether the real difference may be larger, because the sampler misses a part of the time; not written when false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool LowerBound { get; init; }

    /// <summary>Whether it is CPU time that is no cause: too little, or, at a fixed rate, not known to be in CPU/req; not written if false.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool TooSmall { get; init; }
}

/// <summary>What a request waits for, or what happens in it, beyond the CPU time of methods.</summary>
public enum CauseEvent
{
    /// <summary>Waits for a lock that another thread has.</summary>
    Lock,

    /// <summary>An exception is thrown.</summary>
    Exception,

    /// <summary>A collection stops all threads.</summary>
    Pause,

    /// <summary>All threads of the thread pool are blocked, so that it gets another one.</summary>
    Starvation,
}

/// <summary>A pull request, as its workflow run was told of it. Whoever may write to it must look it up instead.</summary>
/// <param name="Number">Its number; null when nobody said.</param>
/// <param name="HeadSha">Newest commit of its branch.</param>
/// <param name="BaseSha">Commit of the branch it goes into.</param>
internal sealed record PullRequestRecord(int? Number, string? HeadSha, string? BaseSha);

/// <summary>A common shift of the cells of a family.</summary>
/// <param name="Family">Name, e.g. <c>hello-minimal</c> or <c>gc server</c>.</param>
/// <param name="EffectPercent">Pooled change, above 0 is worse.</param>
/// <param name="LowPercent">Lower end of its 95 % interval, widened because it is one of several families.</param>
/// <param name="HighPercent">Upper end of its 95 % interval, widened likewise.</param>
/// <param name="Machines">Number of machines; with one the interval says nothing of others.</param>
internal sealed record FamilyRecord(
    string Family, string Metric, double EffectPercent, double LowPercent, double HighPercent, int Cells, int Machines);
