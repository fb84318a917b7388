using PerfMatrix.Drivers;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Measurement;

public sealed class SettingsRecordTests
{
    [Fact]
    public void What_a_part_of_a_subset_measures_otherwise_is_written_for_its_scenarios()
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new("articles-short", new(["hello-minimal", "datas-call-short"], null, null, null), new()),
            new(Cores: 2), _ => null);
        var load = new LoadSettings { Connections = 32 };

        var settings = SettingsRecord.Of(plan, [.. plan.Plan.Blocks.Select(
            block => new BlockSetup(block, new Dictionary<string, Application>(), load, plan.MeasureOf(block), [], []))]);

        var own = settings.Scenarios["hello-minimal"];
        Assert.Equal((600, 160), (settings.Slices, own.Slices));
        Assert.Equal((2000, 1000), (settings.MinimumWarmupMs, own.MinimumWarmupMs));
        Assert.Equal((0, 3000), (settings.SettleMs, own.SettleMs));
        Assert.Equal((2, null), (settings.WakeUpMs, own.WakeUpMs));
        Assert.Equal((160, 2), (settings.Of("hello-minimal").Slices, settings.Of("hello-minimal").WakeUpMs));
    }

    [Fact]
    public void What_a_load_sends_by_number_or_by_rate_is_written_for_its_scenario_only()
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new(
            "articles-short", new(["values-zero-short", "datas-call-short", "hello-minimal"], null, null, null), new()), new(Cores: 2), _ => null);

        var settings = SettingsRecord.Of(plan, [.. plan.Plan.Blocks.Select(
            block => new BlockSetup(block, new Dictionary<string, Application>(), LoadOf(block.Scenario), plan.MeasureOf(block), [], []))]);

        Assert.Equal((null, null), (settings.Requests, settings.Rate));
        Assert.Equal([("values-zero-short", 10_000)], settings.Scenarios.Where(own => own.Value.Requests is not null)
            .Select(own => (own.Key, own.Value.Requests!.Value)));
        Assert.Equal(
            [("datas-call-short", "300/1m")], settings.Scenarios.Where(own => own.Value.Rate is not null).Select(own => (own.Key, own.Value.Rate!)));

        static LoadSettings LoadOf(string scenario) => scenario switch
        {
            "values-zero-short" => new() { Requests = 10_000 },
            "datas-call-short" => new() { Rate = "300/1m" },
            _ => new(),
        };
    }

    [Fact]
    public void The_repository_that_agents_fetch_from_is_written_down()
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new("smoke", new(["hello-minimal"], null, null, null), new()), new(Cores: 2), _ => null);
        var build = new RemoteBuild(new RemoteCommit(RemoteRepository.Parse("https://git.example.test/app.git"), new string('a', 40), ""),
            new PublishRequest("A.csproj", "net10.0", "10.0.12", "linux-x64"));
        var application = new Application("", "", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1)) { Remote = build };

        var settings = SettingsRecord.Of(plan, [.. plan.Plan.Blocks.Select(block => new BlockSetup(
            block, block.Variants.ToDictionary(variant => variant.Id, _ => application), new LoadSettings(), plan.MeasureOf(block), [], []))]);

        Assert.Equal("https://git.example.test/app.git", settings.RemoteSource);
    }
}
