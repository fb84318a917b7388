using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Reporting.Gc;

public sealed class JoinedRunsTests : IDisposable
{
    private static readonly RunDocument s_call = GcRuns.Of(new()
    {
        Rounds = 1,
    }, (GcRuns.Variant("datas-call", "datas"), 1, new() { ["throughput"] = 300 }));
    private static readonly RunDocument s_idle = GcRuns.Of(new()
    {
        Rounds = 1,
    }, (GcRuns.Variant("datas-idle", "datas"), 1, new() { ["throughput"] = 400 })) with
    {
        Id = "20261121T085012345Z-0001",
        StartedAt = s_call.StartedAt.AddHours(1),
        FinishedAt = s_call.FinishedAt.AddHours(1),
    };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Scenarios_that_were_measured_one_after_the_other_are_one_run_in_the_order_of_time()
    {
        var joined = JoinedRuns.Read([Written("idle", s_idle), Written("call", s_call)]);

        Assert.Equal(["datas-call/net10.0/datas/2c", "datas-idle/net10.0/datas/2c"], joined.Run.Variants.Select(variant => variant.Id));
        Assert.Equal(2, joined.Run.Samples.Count);
        Assert.Equal($"{s_call.Id}-and-1", joined.Run.Id);
        Assert.Equal((s_call.StartedAt, s_idle.FinishedAt), (joined.Run.StartedAt, joined.Run.FinishedAt));
    }

    [Fact]
    public void One_run_stays_as_it_is() => Assert.Equal(s_call.Id, JoinedRuns.Read([Written("call", s_call), _folder["call.json"]]).Run.Id);

    [Fact]
    public void A_timeline_that_cannot_be_read_is_said_of_its_own_run()
    {
        var record = new TimelineRecord("datas-idle/net10.0/datas/2c", "b1", 1, new RawFile("raw/missing.json", new string('0', 64)));
        var joined = JoinedRuns.Read([Written("call", s_call), Written("idle", s_idle with { Timelines = [record] })]);

        Assert.Single(joined.Run.Timelines!);
        Assert.StartsWith(
            "datas-idle/net10.0/datas/2c: its timeline cannot be read: ", Assert.Single(joined.Timelines.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_block_that_was_measured_again_has_the_timeline_of_the_later_run_alone()
    {
        var joined = JoinedRuns.Read([Written("first", WithTimeline(s_call, "first")), Written("again", WithTimeline(s_call with
        {
            StartedAt = s_call.StartedAt.AddHours(2),
        }, "again"))]);

        Assert.Equal("raw/again.json", Assert.Single(joined.Run.Timelines!).File.Path);
        Assert.Contains("again.json", Assert.Single(joined.Timelines.Problems), StringComparison.Ordinal);
    }

    /// <summary>A cell was "sustained" in one sentence and "not sustained" in another: the warning was that of the run before.</summary>
    [Fact]
    public void A_block_that_was_measured_again_has_the_warnings_of_the_later_run_alone()
    {
        var first = WithTimeline(s_call, "first") with
        {
            Warnings = [$"{s_call.Variants[0].Id}: The rate was not sustained.", "The machine was busy."],
        };
        var again = WithTimeline(s_call with { StartedAt = s_call.StartedAt.AddHours(2) }, "again") with { Warnings = [] };

        var joined = JoinedRuns.Read([Written("first", first), Written("again", again)]);

        Assert.DoesNotContain(joined.Run.Warnings, warning => warning.Contains("not sustained", StringComparison.Ordinal));
        Assert.Contains("The machine was busy.", joined.Run.Warnings);
    }

    /// <summary>Otherwise its 20 rounds would be called 20 of 8.</summary>
    [Fact]
    public void A_scenario_that_was_measured_again_has_the_settings_of_the_later_run()
    {
        var first = s_call with { Settings = Planned(("datas-call", 8), ("datas-idle", 5)) };
        var again = s_call with { Settings = Planned(("datas-call", 20)), StartedAt = s_call.StartedAt.AddHours(2) };

        var settings = JoinedRuns.Read([Written("first", first), Written("again", again)]).Run.Settings;

        Assert.Equal(["datas-call", "datas-idle"], settings.Scenarios.Keys);
        Assert.Equal(20, settings.Of("datas-call").Rounds);
        Assert.Equal(5, settings.Of("datas-idle").Rounds);

        static RunSettings Planned(params (string Scenario, int Rounds)[] scenarios) => new()
        {
            Rounds = 1,
            Scenarios = scenarios.ToDictionary(one => one.Scenario, one => new ScenarioSettings { Rounds = one.Rounds }),
        };
    }

    [Fact]
    public void Runs_of_two_commits_or_two_machines_are_refused_with_both_names()
    {
        var call = Written("call", s_call);
        var commit = Written("commit", s_idle with { Source = s_idle.Source with { Sha = new string('f', 40) } });
        var machine = Written("machine", s_idle with { Machine = s_idle.Machine with { Fingerprint = "ffffffffffff" } });

        Assert.Equal(
            $"found runs of different commits: {s_call.Source.Sha} in {call}, {new string('f', 40)} in {commit}; expected runs of one commit",
            Assert.Throws<UsageException>(() => JoinedRuns.Read([call, commit])).Message);
        Assert.Contains($"ffffffffffff in {machine}; expected runs of one kind of machine and driver",
            Assert.Throws<UsageException>(() => JoinedRuns.Read([call, machine])).Message, StringComparison.Ordinal);
    }

    private static RunDocument WithTimeline(RunDocument run, string name) => run with
    {
        Blocks = [new BlockRecord("b1", [run.Variants[0].Id], [])],
        Timelines = [new TimelineRecord(run.Variants[0].Id, "b1", 1, new RawFile($"raw/{name}.json", new string('0', 64)))],
    };

    private string Written(string name, RunDocument run)
    {
        RunDocument.File.Write(_folder[$"{name}.json"], run);
        return _folder[$"{name}.json"];
    }
}
