using System.CommandLine;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Evidence.Tests.Selftest;

public sealed class TrialSeriesTests : IDisposable
{
    private static readonly RequestFigures s_figures =
        new(80_000, new(800, 1300), new Calibration([new(Steps: 1000, Percent: 10)]));

    private readonly TemporaryFolder _folder = new();
    private readonly SteadyClock _clock = new();

    private string File => _folder["selftest.json"];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Trials_tell_later_gates_the_bias_of_this_machine_alone()
    {
        await Series(new ScriptedGates()).RunAsync(MachineBias.EnoughEffects, [null], (_, _) => { }, TestContext.Current.CancellationToken);
        var run = new ComparedRun("r", Stage.Whole, "m", RunSamples.Machine.Fingerprint, "cpu", "local");

        var bias = MachineBias.Read(File, new()).On([run, run with { Id = "s", Machine = "other", Fingerprint = "another" }]);

        // Made-up rounds lie evenly around nothing; so few cannot tell that from what is assumed.
        Assert.InRange(bias.Of("m", "throughput")!.Value, 0.0045, 0.005);
        Assert.Null(bias.Of("other", "throughput"));
        Assert.Null(bias.Of("m", "latencyP99"));
    }

    [Fact]
    public async Task Identical_sides_are_never_red_and_every_trial_is_written()
    {
        var told = new List<int>();
        var document = await Series(new ScriptedGates()).RunAsync(3, [null], (_, left) => told.Add(left), TestContext.Current.CancellationToken);

        Assert.Equal([2, 1, 0], told);
        Assert.Equal(3, document.Trials.Count);
        Assert.All(document.Trials, trial => Assert.Equal((TrialKind.Aa, Outcome.Pass), (trial.Kind, trial.Outcome)));
        Assert.All(document.Trials, trial => Assert.Empty(trial.Truth));
        Assert.Equal(SelftestDocument.File.Format(document), SelftestDocument.File.Format(SelftestDocument.File.Read(File)));
    }

    [Fact]
    public async Task An_interrupted_series_goes_on_where_it_was()
    {
        await Assert.ThrowsAsync<OperationCanceledException>(() => Series(new ScriptedGates
        {
            InterruptedAt = 3,
        }).RunAsync(4, [null], (_, _) => { }, TestContext.Current.CancellationToken));
        var kept = SelftestDocument.File.Read(File).Trials.Select(trial => trial.Id).ToList();
        var rest = new ScriptedGates();
        var document = await Series(rest).RunAsync(4, [null], (_, _) => { }, TestContext.Current.CancellationToken);

        Assert.Equal(2, kept.Count);
        Assert.Equal(2, rest.Ran.Count);
        Assert.Equal(kept, document.Trials.Take(2).Select(trial => trial.Id));
    }

    [Theory]
    [InlineData("01", 0)]
    [InlineData("11", 2)]
    public async Task Trials_of_another_commit_count_as_long_as_the_gate_is_the_same(string commit, int more)
    {
        await Series(new ScriptedGates()).RunAsync(2, [null], (_, _) => { }, TestContext.Current.CancellationToken);
        var later = new ScriptedGates { Commit = commit };
        await Series(later).RunAsync(2, [null], (_, _) => { }, TestContext.Current.CancellationToken);
        Assert.Equal(more, later.Ran.Count);
    }

    [Theory]
    [InlineData("", 3)]
    [InlineData("--any-machine", 1)]
    public async Task Trials_of_another_machine_count_only_when_that_is_asked_for_and_all_machines_are_named(string given, int more)
    {
        var option = SelftestMachine.AnyMachineOption();
        var ofAnyMachine = new RootCommand { option }.Parse(given).GetValue(option);
        await Series(new ScriptedGates
        {
            Machine = RunSamples.Machine with { Fingerprint = "another", CpuModel = "Other CPU" },
        }).RunAsync(2, [null], (_, _) => { }, TestContext.Current.CancellationToken);
        var here = new ScriptedGates();
        var document = await Series(here, ofAnyMachine).RunAsync(3, [null], (_, _) => { }, TestContext.Current.CancellationToken);

        Assert.Equal(more, here.Ran.Count);
        var tables = SelftestTables.Of(document).Where(table => table.Title.StartsWith("Real gate runs", StringComparison.Ordinal)).ToList();
        Assert.Equal([2 + more, 2, more], tables.Select(table => document.Trials.Count(trial =>
            table.Title.Contains(trial.Machine.CpuModel, StringComparison.Ordinal))));
    }

    [Fact]
    public async Task Regressions_are_found_their_truth_is_measured_and_the_sizes_take_turns()
    {
        var document = await InjectAsync(2);

        Assert.Equal(["CPU +3 %", "CPU +5 %", "CPU +10 %", "allocations +64 B", "CPU +3 %", "CPU +5 %", "CPU +10 %", "allocations +64 B"],
            document.Trials.Select(trial => trial.Injection!.Name));
        Assert.All(
            document.Trials.Where(trial => trial.Injection!.Percent is null or >= 5), trial => Assert.True(trial.IsRed, trial.Injection!.Name));
        Assert.All(document.Trials, trial => Assert.Equal(trial.IsRed, trial.IsFound));
        Assert.All(
            document.Trials.Where(trial => trial.Injection!.Percent == 10), trial => Assert.InRange(Assert.Single(trial.Truth).Percent, 9, 11));
        Assert.All(document.Trials.Where(trial => trial.Injection!.Kind.Name == "allocation"),
            trial => Assert.Equal(6.4, Assert.Single(trial.Truth).Percent, 0.5));
    }

    [Fact]
    public async Task What_only_another_metric_shows_fails_and_is_not_found()
    {
        var document = await InjectAsync(1);
        var trial = document.Trials[0];
        var other = trial with
        {
            Verdicts = [.. trial.Verdicts.Select(own => own.Metric == "cpuPerRequest" ? own with { Verdict = Verdict.Same } : own)],
        };

        Assert.Contains(other.Verdicts, own => own.Verdict == Verdict.Worse);
        Assert.Equal((true, false), (other.IsRed, other.IsFound));
        var row = TrialTables.Of(document with { Trials = [other] }).First().Rows.Single();
        Assert.Equal(("1 of 1 [20.7 100 %]", "0 of 1"), (row[2].Value, row[3].Value));
    }

    [Fact]
    public async Task The_rules_of_others_judge_the_same_samples_and_know_the_trial_before()
    {
        var document = await InjectAsync(1);
        var first = document.Trials[0].Others.ToDictionary(other => other.Rule);
        var second = document.Trials[2].Others.ToDictionary(other => other.Rule);

        Assert.Equal(OtherRules.All.Count, first.Count);
        Assert.Null(first["last against previous, 105 %"].IsRed);
        Assert.True(second["last against previous, 105 %"].IsRed);
        Assert.False(second["last against previous, 200 %"].IsRed);
        Assert.True(second["mean of three, 5 %"].IsRed);
        Assert.All(document.Trials, trial => Assert.NotEmpty(trial.Baseline));
        Assert.Contains(document.Trials[0].Baseline, sample => sample.Metric == "throughput");
    }

    [Fact]
    public async Task The_report_has_its_tables_and_every_run()
    {
        await Series(new ScriptedGates()).RunAsync(2, [null], (_, _) => { }, TestContext.Current.CancellationToken);
        var document = await InjectAsync(1);

        Approval.Verify(SelftestOptions.Text(SelftestReportCommand.Tables(document)), "report");
    }

    [Fact]
    public void The_published_schema_is_that_of_the_type() =>
        Approval.VerifyFile(PublishedSchemas.Of(typeof(SelftestDocument), "selftest"), Checkout.File("reports/schema/selftest.v1.schema.json"));

    [Fact]
    public async Task What_is_written_is_what_the_schema_says() =>
    SchemaCheck.AssertFits("selftest", SelftestDocument.File.Format(await InjectAsync(1)));

    [Theory]
    [InlineData("{\"schemaVersion\": 2, \"tool\": {\"version\": \"1\", \"commit\": null}, \"trials\": []}", "reads up to 1")]
    [InlineData("{\"schemaVersion\": 1, \"tool\": {\"version\": \"1\", \"commit\": null}}", "not a selftest document")]
    [InlineData("{", "not a selftest document")]
    public void A_document_that_does_not_read_is_refused_and_kept(string text, string expected)
    {
        System.IO.File.WriteAllText(File, text);

        Assert.Contains(expected, Assert.Throws<UsageException>(() => SelftestDocument.Update(File, new("1", null), document => document)).Message,
            StringComparison.Ordinal);
        Assert.Equal(text, System.IO.File.ReadAllText(File));
    }

    private Task<SelftestDocument> InjectAsync(int runs) => Series(new ScriptedGates()).RunAsync(
        runs,
        [.. InjectionKinds.Parse(["cpu", "allocation-64"], ["hello-minimal"]).Select(one => one.Kind.Record(one.Size, s_figures))],
        (_, _) => { },
        TestContext.Current.CancellationToken);

    private TrialSeries Series(ScriptedGates gates, bool ofAnyMachine = false) =>
        new(gates, File, new ToolInfo("0.1.0", null), _clock, new Random(1)) { OfAnyMachine = ofAnyMachine };

    /// <summary>A minute passes with every look at it.</summary>
    private sealed class SteadyClock : TimeProvider
    {
        private DateTimeOffset _now = RunSamples.Start;

        public override DateTimeOffset GetUtcNow() => _now = _now.AddMinutes(1);
    }
}
