using PerfMatrix.Commands;
using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Statistics;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Commands;

[Collection(InProcess.OneAtATime)]
public sealed class ContinuedComparisonTests : IDisposable
{
    private const string Program = "aaaa";
    private const string Explained = "What these rounds could have shown, and how many would show more: scripts/perfmatrix gate run --explain";

    // Too wide for any verdict.
    private static readonly GateRuns.Truth s_open = GateRuns.Slower with { SpreadPercent = 14 };
    private static readonly GateRules s_rules = new(new());

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void It_measures_what_is_open_on_with_as_many_rounds_again()
    {
        var before = Read(Run());
        var rules = before.Rules(s_rules);

        Assert.Equal(8 + DecisionLooks.MostRounds, rules.Policy.MostRounds);
        Assert.Equal([s_open.Cell.Id], before.Open(rules));
        before.Require(Run() with { Id = "later" }, before.Open(rules));
    }

    [Fact]
    public void What_is_decided_is_not_measured_on()
    {
        var before = Read(Run(GateRuns.Slower));
        Assert.Contains("it is decided (regressed)", Refusal(() => before.Open(before.Rules(s_rules))), StringComparison.Ordinal);
    }

    [Fact]
    public void Fewer_rounds_than_to_the_next_look_are_refused_with_how_many_it_takes()
    {
        var before = Read(Run(GateRuns.Unchanged with { SpreadPercent = 40 }, rounds: 20));

        Assert.Contains("its next look is 6 rounds away; allow as many, or more, with --rounds", Refusal(() => before.Open(Rules(3))),
            StringComparison.Ordinal);
        Assert.NotEmpty(before.Open(Rules(6)));

        GateRules Rules(int rounds) => before.Rules(new(new GatePolicy { MostRounds = rounds }));
    }

    [Fact]
    public void Another_policy_than_that_of_the_rounds_so_far_is_refused_unless_it_only_allows_more_rounds()
    {
        var before = Read(Run(), comparison => comparison with { Policy = new() { MostRounds = 50 } });

        before.Rules(new(new GatePolicy()));
        Assert.Contains("another detectPercent", Refusal(() => before.Rules(new(new GatePolicy { DetectPercent = 7 }))), StringComparison.Ordinal);
        before.Rules(new(new GatePolicy { Mode = GateMode.Advise, Undecided = UndecidedRule.Warn })); // What follows from a verdict is no error rate.
        Assert.Contains("another metrics", Refusal(() => before.Rules(new(new GatePolicy { Metrics = [] }))), StringComparison.Ordinal);
    }

    [Fact]
    public void The_command_that_goes_on_names_the_size_that_was_chosen_without_which_it_is_refused()
    {
        var chosen = new PolicyChoice(DetectPercent: 3);
        var before = Read(Run(), comparison => comparison with { Policy = chosen.Of(s_rules).Policy });
        var result = Judged(before, s_rules);
        result = result with { Verdict = result.Verdict! with { Outcome = Outcome.Undecided } };

        Assert.Equal([$"{Explained} --detect 3", "To measure more rounds: scripts/perfmatrix compare --continue run --detect 3"],
            CompareCommand.Next(result, "run", chosen));
        Assert.Equal([Explained, "To measure more rounds: scripts/perfmatrix compare --continue run"], CompareCommand.Next(result, "run", new()));
        before.Rules(chosen.Of(s_rules));
        Assert.Contains("give --detect 3, or start a new", Refusal(() => before.Rules(s_rules)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_pass_that_could_not_have_shown_the_size_names_what_measures_on_and_what_it_takes()
    {
        var before = Read(Run(GateRuns.Unchanged with { SpreadPercent = 9 }));
        var result = Judged(before, s_rules);
        var verdict = result.Verdict!;

        Assert.StartsWith("Pass, but 2 of 4 could not have shown 5 %", VerdictWords.Headline(verdict), StringComparison.Ordinal);
        Assert.Equal(
            [$"{Explained} --detect 5",
                "To measure more rounds: scripts/perfmatrix compare --continue run --detect 5"],
            CompareCommand.Next(result, "run", new(DetectPercent: 5)));
        Assert.NotEmpty(before.Open(before.Rules(s_rules)));
        Assert.Empty(CompareCommand.Next(result with
        {
            Verdict = verdict with
            {
                Cells = [.. verdict.Cells.Where(cell =>
            cell.Verdict == Verdict.Same)]
            }
        }, "run", new()));
    }

    [Theory]
    [InlineData(Outcome.Regressed)]
    [InlineData(Outcome.Incomplete)]
    public void What_fails_names_what_its_other_verdicts_could_have_shown_and_no_rounds_that_would_change_nothing(Outcome outcome)
    {
        var result = Judged(Read(Run()), s_rules);

        Assert.Equal([Explained], CompareCommand.Next(result with { Verdict = result.Verdict! with { Outcome = outcome } }, "run", new()));
    }

    [Fact]
    public void What_an_unfit_machine_measured_can_be_measured_on_while_nothing_else_runs_there()
    {
        var before = Read(Run(GateRuns.Unchanged), comparison => comparison with
        {
            Canaries = [.. comparison.Canaries.Select(series => series with
            {
                Rounds = [.. series.Rounds.Select(pair => pair with { LogRatio = 0.3 })],
            })],
        });
        var result = Judged(before, s_rules);

        Assert.Equal(Outcome.Incomplete, result.Verdict!.Outcome);
        Assert.Equal([Explained, "To measure more rounds, while nothing else runs here: scripts/perfmatrix compare --continue run"],
            CompareCommand.Next(result, "run", new()));
        Assert.NotEmpty(before.Open(before.Rules(s_rules)));
    }

    [Theory]
    [InlineData(-0.2, 9, false, true)]
    [InlineData(-6, 6, false, false)] // It looks better, for which no round is spent.
    [InlineData(-6, 6, true, true)]
    public void To_go_on_is_offered_where_it_measures_something(double effectPercent, double spreadPercent, bool improvements, bool expected)
    {
        var before = Read(Run(GateRuns.Unchanged with { EffectPercent = effectPercent, SpreadPercent = spreadPercent }));
        var rules = new GateRules(new GatePolicy { Improvements = improvements });

        var offered = CompareCommand.Next(Judged(before, rules), "run", new()).ToList();

        Assert.Equal(Explained, offered[0]);
        Assert.Equal(expected, offered.Exists(line => line.Contains(" compare --continue run", StringComparison.Ordinal)));
        Assert.Equal(expected, Errors.Of(() => before.Open(before.Rules(rules))) is null);
    }

    [Theory]
    [InlineData(true, 1.0)]
    [InlineData(true, null)]
    [InlineData(false, 3.0)]
    public void What_was_known_of_the_machine_at_the_start_holds_whatever_was_measured_of_it_since(bool keeps, double? percent)
    {
        var before = Read(Run());
        var run = before.Comparison.Runs.Single();
        var now = new MachineBias(new Dictionary<(string, string), double> { [(run.Fingerprint, "throughput")] = LogRatio.FromPercent(3) });
        var kept = percent is { } known ? new Dictionary<string, double> { ["throughput"] = known } : [];
        var comparison = before.Comparison with { MachineBiasPercent = keeps ? kept : null };

        var used = (before with { Comparison = comparison }).Rules(s_rules with { Bias = now }).Bias.On([run]).Of(run.Machine, "throughput");

        Assert.Equal(percent, used is { } bias ? (double?)Math.Round(LogRatio.ToPercent(bias), 9) : null);
    }

    [Fact]
    public async Task A_comparison_goes_on_in_one_place_and_its_rounds_go_with_it()
    {
        var (before, next, failure) = await ContinueAsync(isInterrupted: false);

        Assert.Null(failure);
        Assert.Contains($"goes on in {next.Root} already", Refusal(() => ContinuedComparison.Read(before.Path)), StringComparison.Ordinal);
        var both = ComparisonDocument.File.Read(ComparisonDocument.File.In(next.Root));
        Assert.Equal(["before", "later"], both.Runs.Select(run => run.Id));
        Assert.InRange(both.RoundsOf(s_open.Cell.Id), 10, 20);
    }

    [Fact]
    public async Task A_comparison_whose_next_run_ends_before_a_look_can_be_continued_as_it_is()
    {
        var (before, _, failure) = await ContinueAsync(isInterrupted: true);

        Assert.IsType<IOException>(failure);
        Assert.Equal(before.Comparison.Pairs.Count, ContinuedComparison.Read(before.Path).Comparison.Pairs.Count);
    }

    [Fact]
    public void Rounds_of_both_runs_are_judged_together()
    {
        var before = Read(Run());
        var later = GateRuns.Comparison(Run() with { Id = "later" });

        var both = RunComparison.Continue(before.Comparison, later);

        Assert.Equal(["before", "later"], both.Runs.Select(run => run.Id));
        Assert.Equal(16, both.RoundsOf(s_open.Cell.Id));
        Assert.All(GateDecision.Of([both], s_rules).Verdict.Cells, cell => Assert.Equal(16, cell.Rounds));
    }

    [Fact]
    public async Task A_look_at_a_run_that_goes_on_elsewhere_does_not_undo_that()
    {
        var before = Read(Run(), comparison => comparison with { Policy = new() });
        var later = GateRuns.Comparison(Run() with { Id = "later" });
        before.GoOnIn(RunFolder.Create(_folder.Root, "next"), RunComparison.Continue(before.Comparison, later));

        Assert.Equal(0, (await InProcess.RunAsync(Checkout.Root, "compare", before.Folder)).ExitCode);

        Refusal(() => ContinuedComparison.Read(before.Path));
    }

    [Fact]
    public void Programs_that_agents_built_are_not_known_to_be_the_same() => Assert.Contains("built by agents",
        Refusal(() => Read(Run() with { Settings = Run().Settings with { RemoteSource = "https://example.test/a.git" } })), StringComparison.Ordinal);

    [Fact]
    public void Another_driver_or_scheduling_is_refused()
    {
        var run = Run();
        var before = Read(run with { Settings = run.Settings with { Scheduling = "priority" } });
        var normal = Chosen with { Plan = Chosen.Plan with { Measure = new() { Scheduling = Scheduling.Normal } } };

        Assert.Contains("--driver has changed", Refusal(() => before.Request(Chosen with { Driver = "crank" })), StringComparison.Ordinal);
        Assert.Contains("--scheduling has changed", Refusal(() => before.Request(normal)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_ended_before_its_first_look_counts_with_its_rounds()
    {
        var folder = RunFolder.Create(_folder.Root, "cut");
        RunDocument.File.Write(folder.Document, Run());
        Assert.NotEmpty(ContinuedComparison.Read(folder.Root).Comparison.Pairs);
    }

    [Theory]
    [InlineData(Stage.Screen)]
    [InlineData(null)]
    public void What_one_machine_does_not_decide_is_refused(Stage? stage) => Assert.Contains(
        "no comparison that one machine decides",
        Refusal(() => Read(Run() with { Settings = new() { Stage = stage } })), StringComparison.Ordinal);

    [Fact]
    public void Rounds_of_another_machine_other_settings_or_other_programs_are_refused()
    {
        var before = Read(Run());
        var now = Run();
        var other = now with { Variants = [.. now.Variants.Select(variant => variant with { ArtifactHash = "bbbb" })] };
        var slices = now with { Settings = now.Settings with { Slice = TimeSpan.FromMilliseconds(40) } };

        Assert.Contains("the machine has changed", Refusal(now.On("fedcba9876")), StringComparison.Ordinal);
        Assert.Contains("how hello-minimal is measured has changed", Refusal(slices), StringComparison.Ordinal);
        Assert.Contains("net10.0/server/2c@base has changed: bbbb instead of aaaa", Refusal(other), StringComparison.Ordinal);
        Assert.Contains("none that differs from base", Refusal(now with { Variants = [] }), StringComparison.Ordinal);

        string Refusal(RunDocument run)
        {
            var folder = RunFolder.Create(_folder.Root, "refused");
            var refusal = ContinuedComparisonTests.Refusal(() => before.Require(run, before.Open(before.Rules(s_rules)), folder));
            Assert.False(Directory.Exists(folder.Root));
            return refusal;
        }
    }

    [Theory]
    [InlineData("1.0", "aaaa", "1.0", "bbbb", "the commit of perfmatrix has changed: bbbb instead of aaaa; use the one that measured then")]
    [InlineData("1.0", null, "1.1", null, "the version of perfmatrix has changed: 1.1 instead of 1.0")]
    [InlineData("1.0-local.1", "aaaa", "1.0-local.2", "aaaa", "the version of perfmatrix has changed")] // Packed from sources with changes.
    [InlineData("1.0", "aaaa", "1.0", "aaaa", null)]
    [InlineData("1.0", null, "1.0", "bbbb", null)] // What is unknown contradicts nothing.
    [InlineData("1.0", "aaaa", "1.0", null, null)]
    public void Rounds_of_another_perfmatrix_are_refused(string version, string? commit, string nowVersion, string? nowCommit, string? refusal)
    {
        var before = Read(Run() with { Tool = new(version, commit) });

        var found = Errors.Of(() => before.Require(Run() with { Tool = new(nowVersion, nowCommit) }, before.Open(before.Rules(s_rules))));

        if (refusal is null) Assert.Null(found);
        else Assert.Contains(refusal, found, StringComparison.Ordinal);
    }

    /// <summary>As a GC mode or a scenario that somebody edits, and commits or not.</summary>
    [Theory]
    [InlineData("5", "7", "has changed: 7 instead of 5; check out crank/ as it was then, with the same --variable and PERFMATRIX_VARIABLE_..., "
        + "or start a new comparison")]
    [InlineData("5", null, "has changed: unset instead of 5")]
    [InlineData(null, "7", "has changed: 7 instead of unset")]
    [InlineData("5", "5", null)]
    public void Rounds_of_programs_that_are_started_in_another_way_are_refused(string? old, string? now, string? refusal)
    {
        const string Name = "DOTNET_GCConserveMemory";
        var before = Read(Started(old));

        var found = Errors.Of(() => before.Require(Started(now), before.Open(before.Rules(s_rules))));

        if (refusal is null) Assert.Null(found);
        else Assert.Contains($"{Name} of hello-minimal/net10.0/server/2c@base {refusal}", found, StringComparison.Ordinal);

        static RunDocument Started(string? value)
        {
            var start = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1" };
            if (value is not null) start[Name] = value;
            var run = Run();
            return run with { Starts = run.Variants.ToDictionary(variant => variant.Id, IReadOnlyDictionary<string, string> (_) => start) };
        }
    }

    [Fact]
    public void A_document_that_does_not_tell_what_its_programs_were_started_with_can_be_continued()
    {
        var before = Read(Run());
        var now = Run() with { Starts = ContinuedComparison.StartsOf([Setup], Secrets.Of()) };

        Assert.Null(Errors.Of(() => before.Require(now, before.Open(before.Rules(s_rules)))));
    }

    [Fact]
    public void What_programs_are_started_with_is_kept_without_secrets()
    {
        var variables = new Dictionary<string, string>
        {
            ["DOTNET_gcServer"] = "1",
            ["SHOP_TOKEN"] = "hush-hush",
            ["DATABASE_URL"] = "postgres://shop:open-sesame@db",
        };
        var setup = Setup with
        {
            Applications = Setup.Applications.ToDictionary(one => one.Key, one => one.Value with { Environment = variables }),
        };

        var start = Start(setup);

        Assert.Equal(4, start.Count);
        Assert.Equal("postgres://shop:***@db", start["DATABASE_URL"]);
        Assert.Equal(("1", "***"), (start["DOTNET_gcServer"], start["SHOP_TOKEN"]));
        Assert.Matches("^[0-9a-f]{12}$", Others(setup));
        Assert.Equal(Others(Setup), Others(setup));
        Assert.NotEqual(Others(Setup), Others(Setup with { Load = new() { Path = "/slow" } }));
        Assert.Equal(Others(Setup with { Load = new() { Path = "/?key=***" } }), Others(Setup with { Load = new() { Path = "/?key=open-sesame" } }));

        static IReadOnlyDictionary<string, string> Start(BlockSetup setup)
        {
            var secrets = Secrets.Of(new Dictionary<string, string> { ["DB_PASSWORD"] = "open-sesame" });
            return ContinuedComparison.StartsOf([setup], secrets)[s_open.Cell.Id];
        }

        static string Others(BlockSetup setup) => Start(setup)["arguments and requests"];
    }

    [Fact]
    public void The_request_is_that_of_before()
    {
        var request = Read(Run()).Request(Chosen);

        Assert.Equal(("base-sha", "head-sha", (AxisValuePair?)null), (request.Base, request.Head, request.Axis));
        Assert.Equal(["server"], request.Chosen.Plan.Axes[Axis.Gc]);
        Assert.Equal((10, TimeSpan.FromMilliseconds(20)), (request.Chosen.Plan.Measure.Slices, request.Chosen.Plan.Measure.Slice));
    }

    [Fact]
    public void A_working_tree_with_changes_is_compared_again_as_it_is_now()
    {
        var run = Run();
        Assert.Null(Read(run with { Source = run.Source with { Dirty = true } }).Request(Chosen).Head);
    }

    private async Task<(ContinuedComparison Before, RunFolder Next, Exception? Failure)> ContinueAsync(bool isInterrupted)
    {
        var before = Read(Run() with { Machine = RunSamples.Machine });
        var rules = before.Rules(new(new GatePolicy { MostRounds = 2 }));
        var next = RunFolder.Create(_folder.Root, "next");
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, _) =>
            {
                if (isInterrupted) throw new IOException("the power fails");
            },
        };
        var session = ScriptedStage.Start(driver, [CellPair.OfSides(RunSamples.CellOf("net10.0", "server"))], next, id: "later");
        var gate = new GatedMeasurement(
            before.Open(rules), session, run => RunComparison.OfSides([new(run)]), rules, new SilentView(), _ => null, Looked)
        { Before = before.Comparison };
        return (before, next, await Record.ExceptionAsync(() => gate.MeasureAsync(TestContext.Current.CancellationToken)));

        // As a comparison that is measured keeps it.
        void Looked(ComparisonDocument sofar)
        {
            ComparisonDocument.File.Write(ComparisonDocument.File.In(next.Root), sofar);
            before.GoOnIn(next, sofar);
        }
    }

    private static BlockSetup Setup => ScriptedStage.Setup(PairedBlock.Alone(CellPair.OfSides(s_open.Cell.ToCell())).Block, rounds: 1);

    private static MeasuringChoice Chosen => new(new PlanRequest("compare", new(), new()), "local", new("local"), null);

    private static ComparisonResult Judged(ContinuedComparison before, GateRules rules)
    {
        var decision = GateDecision.Of([before.Comparison], rules);
        return new(before.Comparison, before.Folder, decision.Verdict) { Open = decision.Open };
    }

    private ContinuedComparison Read(RunDocument run, Func<ComparisonDocument, ComparisonDocument>? change = null)
    {
        var folder = RunFolder.Create(_folder.Root, "before");
        RunDocument.File.Write(folder.Document, run);
        if (run.Settings.Stage == Stage.Whole)
        {
            var comparison = GateRuns.Comparison(run);
            ComparisonDocument.File.Write(Path.Combine(folder.Root, ComparisonDocument.File.Name), change?.Invoke(comparison) ?? comparison);
        }
        return ContinuedComparison.Read(folder.Root);
    }

    private static RunDocument Run(GateRuns.Truth? truth = null, int rounds = 8)
    {
        var run = GateRuns.Run("before", rounds, truth ?? s_open);
        return run with
        {
            Settings = new()
            {
                Stage = Stage.Whole,
                Slices = 20,
                Slice = TimeSpan.FromMilliseconds(20),
                Scenarios = new Dictionary<string, ScenarioSettings> { ["hello-minimal"] = new() { Slices = 10 } },
            },
            Variants = [.. run.Variants.Select(variant => variant with { ArtifactHash = Program })],
        };
    }

    private static string Refusal(Action action) => Assert.Throws<UsageException>(action).Message;
}
