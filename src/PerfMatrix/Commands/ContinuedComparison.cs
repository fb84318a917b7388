namespace PerfMatrix.Commands;

/// <summary>A comparison of this machine that gets more rounds: <c>compare --continue</c>. The looks go on where they ended, so the error rate of the
/// whole is kept; so policy, programs, settings, machine and perfmatrix must be those of before, and each comparison goes on in one place.</summary>
/// <param name="Folder">The folder of its newest run.</param>
/// <param name="Comparison">All rounds so far; of a run that was interrupted before its first look those of its document.</param>
internal sealed record ContinuedComparison(string Path, string Folder, RunDocument Run, ComparisonDocument Comparison)
{
    public static ContinuedComparison Read(string path)
    {
        var found = Find(path, run => Require(path, run));
        return found.Comparison.ContinuedIn is { } later
            ? throw new UsageException($"--continue {path}: it goes on in {later} already; its looks are counted there, so continue that one, or "
                + "start a new comparison where it is gone")
            : found;
    }

    /// <summary>A stored comparison, whatever is to become of it.</summary>
    public static ContinuedComparison Find(string path, Action<RunDocument> require)
    {
        var document = RunFolder.FindDocument(path);
        var (folder, run) = (System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(document))!, RunDocument.File.Read(document));
        require(run);
        return new(path, folder, run, ComparisonDocument.File.Find(ComparisonDocument.File.In(folder)) ?? Compared(run));
    }

    /// <param name="chosen">Driver, profile and the most rounds of the command line.</param>
    public CompareRequest Request(MeasuringChoice chosen)
    {
        Require("--driver", Run.Machine.Driver, chosen.Driver, "give that one, with its --profile");
        if (chosen.Plan.Measure.Scheduling is { } scheduling)
            Require("--scheduling", Run.Settings.Scheduling, SchedulingText.Format(scheduling), "leave it out");
        return Again(chosen) with { Continues = this };
    }

    /// <summary>The request for the same sides and cells.</summary>
    public CompareRequest Again(MeasuringChoice chosen)
    {
        // A commit is as good as the working tree it was measured from, unless that had changes.
        var head = Run.Source.Dirty ? null : Comparison.Head.Sha;
        var range = RangeOf(Run);
        var again = chosen.Again(Run, [.. Comparison.Cells.Where(cell => !cell.Dropped)], range?.Axis);
        return new(range is null ? Comparison.Base.Sha : head, range is null ? head : null, range,
            again with { Plan = again.Plan with { Measure = again.Plan.Measure.Over(Measured()) } });
    }

    /// <summary>The rules of before, with what was known of the machine then; they allow as many rounds again.</summary>
    public GateRules Rules(GateRules rules)
    {
        if (Comparison.Policy is { } old && Difference(Keys(old), Keys(rules.Policy)) is { } key)
            throw new UsageException($"--continue {Path}: crank/gate.yml has another {key} than the rounds so far were judged by; looking at them by "
                + "another rule would change how often it is wrong. Put it back, "
                + (key == "detectPercent" ? $"give --detect {old.DetectPercent}, " : "") + "or start a new comparison");

        var spent = Comparison.Cells.Max(cell => Comparison.RoundsOf(cell.Id));
        return rules with
        {
            Policy = rules.Policy with { MostRounds = spent + rules.Policy.MostRounds },
            Bias = MachineBias.KeptBy(Comparison) ?? rules.Bias,
        };
    }

    /// <summary>The cells that more rounds may decide.</summary>
    public IReadOnlyCollection<string> Open(GateRules rules)
    {
        var decision = GateDecision.Of([Comparison], rules);
        if (decision.Wanted.Count > 0) return [.. decision.Wanted.Select(wanted => wanted.Cell.Id)];
        throw new UsageException($"--continue {Path}: " + (decision.Open.Count > 0
            ? $"its next look is {decision.Open.Min(open => open.More)} rounds away; allow as many, or more, with --rounds"
            : decision.Verdict.Outcome == Outcome.Incomplete
                ? "cells of it were not measured, and more rounds would not change that; start a new comparison"
                : $"it is decided ({decision.Verdict.Outcome.Word()}), more rounds would change nothing; see its "
                    + "verdict.json, or start a new comparison"));
    }

    /// <summary>Refuses rounds that are no more of the same: of another machine, by another perfmatrix, with other settings, or of programs that
    /// are others or are started in another way.</summary>
    public void Require(RunDocument now, IReadOnlyCollection<string> open)
    {
        Require("the machine", StagedRun.Of(Run).Record.Machine, StagedRun.Of(now).Record.Machine,
            "measure where it was measured, since it was last started");
        // A build outside a checkout knows no commit. Changes to its sources that nobody has committed change neither.
        var again = "use the one that measured then";
        Require("the version of perfmatrix", Run.Tool.Version, now.Tool.Version, again);
        Require("the commit of perfmatrix", Run.Tool.Commit, now.Tool.Commit, again);
        foreach (var scenario in now.Settings.Scenarios.Keys)
            Require($"how {scenario} is measured", Said(Run.Settings.Of(scenario)), Said(now.Settings.Of(scenario)),
                "leave out the options that change it, and check out crank/ as it was then");

        var variants = now.Variants.ToDictionary(variant => variant.Id);
        foreach (var old in Run.Variants.Where(variant => open.Contains(CellOf(variant))))
        {
            var built = variants.GetValueOrDefault(old.Id)?.ArtifactHash ?? "none that differs from base";
            Require($"the program of {old.Id}", old.ArtifactHash ?? "unknown", built,
                "check out what was measured, with the runtime and SDK used then");
            // Older documents do not tell.
            if (Run.Starts?.GetValueOrDefault(old.Id) is { } then && now.Starts?.GetValueOrDefault(old.Id) is { } start
                && Difference(then, start) is { } name)
                Require($"{name} of {old.Id}", then.GetValueOrDefault(name, "unset"), start.GetValueOrDefault(name, "unset"),
                    "check out crank/ as it was then, with the same --variable and PERFMATRIX_VARIABLE_...");
        }
    }

    /// <summary>The same; of the run that is refused no folder is left.</summary>
    public void Require(RunDocument now, IReadOnlyCollection<string> open, RunFolder folder)
    {
        if (Errors.Of(() => Require(now, open)) is not { } problem) return;
        Directory.Delete(folder.Root, recursive: true);
        throw new UsageException(problem);
    }

    /// <summary>What processes are started with, by variant. Arguments and requests may hold secrets that no name tells: of these a hash.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> StartsOf(
        IEnumerable<BlockSetup> setups, Secrets secrets) => (
        from setup in setups
        from variant in setup.Applications
        let others = secrets.Masked(JsonSerializer.SerializeToElement(new { variant.Value.Arguments, setup.Load }, DocumentJson.Compact)).GetRawText()
        let variables = variant.Value.Environment.Select(one => (one.Key, Secrets.IsSecret(one.Key) ? Secrets.Mask : secrets.Masked(one.Value)))
            .Append(("arguments and requests", HistoryJson.Hash(others)))
        select (variant.Key, (IReadOnlyDictionary<string, string>)variables.ToDictionary())).ToDictionary();

    /// <summary>Hands the looks on to the run that has seen more rounds. One that ends before, where a service does not start for example, has looked
    /// at nothing.</summary>
    public void GoOnIn(RunFolder folder, ComparisonDocument seen)
    {
        if (seen.Runs.Count > Comparison.Runs.Count)
            ComparisonDocument.File.Write(ComparisonDocument.File.In(Folder), Comparison with { ContinuedIn = folder.Root });
    }

    private static void Require(string path, RunDocument run)
    {
        if (run.Settings.Stage != Stage.Whole || run.Settings.HeadEnvironment is not null)
            throw new UsageException($"--continue {path}: run {run.Id} is no comparison that one machine decides; give the folder of a run of "
                + "`compare BASE`");

        if (run.Settings.RemoteSource is not null)
            throw new UsageException($"--continue {path}: its programs were built by agents, so nobody can tell that others are the same; start "
                + "a new comparison");
    }

    private static ComparisonDocument Compared(RunDocument run) => RangeOf(run) is { } range ? RunComparison.OfAxis(StagedRun.Of(run), range)
        : RunComparison.OfSides([StagedRun.Of(run)]);

    private static AxisValuePair? RangeOf(RunDocument run) => run.Settings.Range is { } range
        ? new(Axis.All.First(axis => axis.Name == range.Axis), range.Base, range.Head) : null;

    // A variant of a comparison across an axis is of the cell that stands for both values.
    private string CellOf(VariantRecord variant) => RangeOf(Run) is { } range ? range.CellOf(variant.Cell).Id : variant.Cell.Id;

    // Options hold for all scenarios. Where these differ none was given, and crank/matrix.yml has the values.
    private MeasureDefaults Measured()
    {
        ScenarioSettings[] scenarios = [.. Run.Settings.Scenarios.Keys.Select(Run.Settings.Of)];
        return new()
        {
            Slices = Common(own => own.Slices),
            Slice = Common(own => own.Slice),
            Warmup = (Common(own => own.MinimumWarmup), Common(own => own.MaximumWarmup)) is ({ } least, { } most) ? new(least, most) : null,
            WakeUp = Common(own => own.WakeUp),
            Settle = Common(own => own.Settle),
            Scheduling = SchedulingText.TryParse(Run.Settings.Scheduling ?? "", out var scheduling) ? scheduling : null,
        };

        T? Common<T>(Func<ScenarioSettings, T?> setting) where T : struct => scenarios.Select(setting).Distinct().ToList() is [var one] ? one : null;
    }

    // Rounds are what is added.
    private static string Said(ScenarioSettings settings) => JsonSerializer.Serialize(settings with { Rounds = null }, DocumentJson.Compact);

    private void Require(string what, string? before, string? now, string todo)
    {
        if (before is not null && now is not null && before != now)
            throw new UsageException($"--continue {Path}: {what} has changed: {now} instead of {before}; {todo}, or start a new comparison");
    }

    private static string? Difference(IReadOnlyDictionary<string, string> before, IReadOnlyDictionary<string, string> now) =>
        before.Keys.Union(now.Keys).FirstOrDefault(key => before.GetValueOrDefault(key) != now.GetValueOrDefault(key));

    // By their names in the document; the number of rounds may differ, and what follows from a verdict.
    private static Dictionary<string, string> Keys(GatePolicy policy) =>
        JsonSerializer.SerializeToElement(policy with
        {
            MostRounds = DecisionLooks.MostRounds,
            Mode = GateMode.Enforce,
            Undecided = UndecidedRule.Fail,
        }, DocumentJson.Compact).EnumerateObject()
            .ToDictionary(property => property.Name, property => property.Value.GetRawText());
}
