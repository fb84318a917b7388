using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.History;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.GitHub.Plans;

public sealed class MeasuredTimesTests : IDisposable
{
    private static readonly RunSettings s_recorded = new()
    {
        Slices = 100,
        Slice = TimeSpan.FromMilliseconds(20),
        MinimumWarmup = TimeSpan.FromSeconds(1),
    };

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Runs_of_the_history_correct_the_estimate_of_their_scenario_and_cores_only()
    {
        Publish(secondsOfRound: 20);
        var (block, measure) = (new Block("b", "hello-minimal", 2, [new(RunSamples.CellOf("net10.0", "server"))]), Definitions.Complete());

        var corrected = MeasuredTimes.Read(_folder.Root).Corrected(block, measure);

        // Three variants of 0.5 + 1 + 2 s and 0.2 s of the round were estimated as 10.7 s.
        Assert.Equal(20 / 10.7, corrected / TimeEstimate.Of(block, measure), 0.01);
        Assert.Equal(TimeEstimate.Of(block, measure), MeasuredTimes.Read(_folder.Root).Corrected(block with { Cores = 4 }, measure));
    }

    public static TheoryData<object, double> Recorded { get; } = new()
    {
        { s_recorded with { Settle = TimeSpan.FromSeconds(5) }, 10.7 + 5 },
        { Own("hello-minimal", new() { Settle = TimeSpan.FromSeconds(5) }), 10.7 + 5 },
        { Own("other", new() { Settle = TimeSpan.FromSeconds(5) }), 10.7 },
        { Own("hello-minimal", new() { Slices = 50 }), 10.7 - 3 },
        { Own("hello-minimal", new() { MinimumWarmup = TimeSpan.FromSeconds(3) }), 10.7 + 6 },
        // Two pauses of 150 ms, and between them a slice of 20 ms of each variant.
        { s_recorded with { MaximumWarmup = TimeSpan.FromSeconds(2) }, 10.7 + 0.36 },
        { s_recorded with { MaximumWarmup = TimeSpan.FromSeconds(1) }, 10.7 },
    };

    [Theory, MemberData(nameof(Recorded))]
    public void What_was_recorded_of_the_scenario_is_what_the_measured_time_is_divided_by(object settings, double secondsEstimated)
    {
        Publish(secondsOfRound: 20, (RunSettings)settings);
        var (block, measure) = (new Block("b", "hello-minimal", 2, [new(RunSamples.CellOf("net10.0", "server"))]), Definitions.Complete());

        Assert.Equal(20 / secondsEstimated, MeasuredTimes.Read(_folder.Root).Corrected(block, measure) / TimeEstimate.Of(block, measure), 0.01);
    }

    [Fact]
    public void A_round_that_took_what_was_estimated_with_its_settling_is_not_corrected()
    {
        Publish(secondsOfRound: 16, s_recorded with { Settle = TimeSpan.FromSeconds(5.3) });
        var (block, measure) = (new Block("b", "hello-minimal", 2, [new(RunSamples.CellOf("net10.0", "server"))]), Definitions.Complete()
            with
        { Settle = TimeSpan.FromSeconds(5.3) });

        Assert.Equal(TimeEstimate.Of(block, measure).TotalSeconds, MeasuredTimes.Read(_folder.Root).Corrected(block, measure).TotalSeconds, 0.01);
    }

    [Fact]
    public void A_history_that_is_not_there_or_damaged_corrects_nothing()
    {
        Publish(secondsOfRound: 20);
        foreach (var run in Directory.GetFiles(_folder["runs"], "*.json", SearchOption.AllDirectories))
            File.WriteAllText(run, "{ \"schemaVersion\": 1 ");
        var (block, measure) = (new Block("b", "hello-minimal", 2, [new(RunSamples.CellOf("net10.0", "server"))]), Definitions.Complete());
        Assert.Equal(TimeEstimate.Of(block, measure), MeasuredTimes.Read(_folder.Root).Corrected(block, measure));
        Assert.Equal(TimeEstimate.Of(block, measure), MeasuredTimes.Read(_folder["nowhere"]).Corrected(block, measure));
    }

    [Fact]
    public async Task The_history_that_a_checkout_has_fetched_is_read_without_being_checked_out()
    {
        using var origin = new TemporaryFolder();
        var (block, measure) = (new Block("b", "hello-minimal", 2, [new(RunSamples.CellOf("net10.0", "server"))]), Definitions.Complete());
        Publish(secondsOfRound: 20);
        Git(_folder.Root, "init", "-q", "--initial-branch", "gh-pages");
        Git(_folder.Root, "add", "-A");
        Git(_folder.Root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "history");
        Git(origin.Root, "init", "-q");
        Assert.Equal(
            TimeEstimate.Of(block, measure), (await MeasuredTimes.OfCheckoutAsync(origin.Root, CancellationToken.None)).Corrected(block, measure));
        Git(origin.Root, "fetch", "-q", _folder.Root, "gh-pages:refs/remotes/origin/gh-pages");

        var times = await MeasuredTimes.OfCheckoutAsync(origin.Root, CancellationToken.None);

        Assert.Equal(20 / 10.7, times.Corrected(block, measure) / TimeEstimate.Of(block, measure), 0.01);
    }

    [Fact]
    public async Task A_plan_takes_the_times_of_the_history_that_it_is_given()
    {
        Publish(secondsOfRound: 20);
        Assert.Equal(20 / 10.7, await PlannedAsync(_folder.Root) / await PlannedAsync(_folder["nowhere"]), 0.05);
    }

    private static async Task<double> PlannedAsync(string history)
    {
        var context = new CommandContext(new TestConsole().Console) { Environment = _ => null, Root = () => Checkout.Root };
        using var output = new StringWriter();
        var code = await new RootCommand { GitHubPlanCommand.Create(context) }.Parse(["plan", "--scenario", "hello-minimal", "--runtime", "net10.0",
            "--gc", "server",
            "--machine-cores", "2", "--cores", "2", "--reference", "none", "--history", history, "--json"])
                .InvokeAsync(new() { Output = output, EnableDefaultExceptionHandler = false });
        Assert.Equal(0, code);
        return JobPlan.File.Parse(output.ToString(), "the plan").Groups.Single().Minutes;
    }

    private static void Git(string folder, params string[] arguments) => Assert.NotNull(new Git(folder).Ask(arguments));

    private static RunSettings Own(string scenario, ScenarioSettings own) => s_recorded with
    {
        Scenarios = new Dictionary<string, ScenarioSettings> { [scenario] = own },
    };

    private void Publish(int secondsOfRound, RunSettings? settings = null)
    {
        var run = GateRuns.Run("20261121T075012345Z-7f3a", 7, GateRuns.Slower) with
        {
            Settings = settings ?? s_recorded,
        };
        run = run with
        {
            Blocks = [.. run.Blocks.Select(block => block with
            {
                Rounds = [.. block.Rounds.Select((round, index) => round with { StartedAt = run.StartedAt.AddSeconds(index * secondsOfRound) })],
            })],
        };
        foreach (var (path, content) in PerfMatrix.History.Publishing.Add(new EmptyFiles(), CompactRun.Of(run)).Files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_folder[path])!);
            File.WriteAllBytes(_folder[path], content!);
        }
    }

    private static class Definitions
    {
        public static MeasureSettings Complete() => new()
        {
            Rounds = 6,
            Slices = 100,
            Slice = TimeSpan.FromMilliseconds(20),
            MinimumWarmup = TimeSpan.FromSeconds(1),
            MaximumWarmup = TimeSpan.FromSeconds(2),
            WarmupTolerance = 0.05,
            WakeUp = TimeSpan.FromMilliseconds(2),
        };
    }
}
