using System.Text.Json;
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
        Assert.Equal((TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1)), (settings.MinimumWarmup, own.MinimumWarmup));
        Assert.Equal((TimeSpan.Zero, TimeSpan.FromSeconds(3)), (settings.Settle, own.Settle));
        Assert.Equal((TimeSpan.FromMilliseconds(2), null), (settings.WakeUp, own.WakeUp));
        Assert.Equal((160, settings.WakeUp), (settings.Of("hello-minimal").Slices, settings.Of("hello-minimal").WakeUp));
    }

    [Fact]
    public void Every_setting_is_that_of_the_scenario_or_the_usual_one_and_said_again_only_where_it_differs()
    {
        var measure = Definitions.Checkout.Measure.Complete();
        var usual = SettingsRecord.Of(measure) with { Connections = 32, Rate = "10/1s", Requests = 5, Program = "p" };
        var other = SettingsRecord.Of(measure with { Rounds = measure.Rounds + 1, WakeUp = TimeSpan.FromMilliseconds(0.25) });

        Assert.All(typeof(ScenarioSettings).GetProperties(), setting => Assert.NotNull(setting.GetValue(usual)));
        Assert.Equal(usual, new ScenarioSettings().Over(usual));
        Assert.Equal(new ScenarioSettings(), usual.Less(usual));
        Assert.Equal(other with { Connections = 32, Rate = "10/1s", Requests = 5, Program = "p" }, other.Over(usual));
        Assert.Equal(new ScenarioSettings { Rounds = other.Rounds, WakeUp = other.WakeUp }, other.Less(usual));
    }

    [Fact]
    public void Lengths_of_time_are_written_in_milliseconds()
    {
        var settings = new ScenarioSettings
        {
            Slice = TimeSpan.FromMilliseconds(20),
            WakeUp = TimeSpan.FromMilliseconds(0.25),
            Settle = TimeSpan.Zero,
        };

        var text = JsonSerializer.Serialize(settings, DocumentJson.Compact);

        Assert.Equal("""{"sliceMs":20,"wakeUpMs":0.25,"settleMs":0}""", text);
        Assert.Equal(settings, JsonSerializer.Deserialize<ScenarioSettings>(text, DocumentJson.Compact));
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
