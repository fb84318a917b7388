using PerfMatrix.Drivers;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Measurement;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Explain;

/// <summary>What is said of rounds that could not be traced. Those that could run on real processes (<c>WhyTests</c>).</summary>
public sealed class TracedRoundsTests : IDisposable
{
    private static readonly Variant s_base = new(RunSamples.CellOf("net10.0", "workstation"), Side.Base);
    private static readonly Variant s_head = new(RunSamples.CellOf("net10.0", "workstation"));

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_process_that_dies_while_it_is_traced_is_said_its_rounds_are_left_out_and_two_alike_are_enough()
    {
        var driver = new ScriptedDriver { Failing = variant => variant == s_head };
        var traced = Traced(driver);

        Assert.Equal("0 of 5 traced rounds were good, 3 are needed", (await Assert.ThrowsAsync<TraceException>(() => MeasureAsync(traced))).Message);
        Assert.Equal([$"2 traced rounds left out: {s_head.Id}: exited with code 134 before its first answer."], traced.Problems);
        Assert.False(Directory.Exists(Path.Combine(_folder["run"], "why")));
    }

    [Fact]
    public async Task A_block_that_fails_as_a_whole_is_said()
    {
        var traced = Traced(new ScriptedDriver { BeforeRound = (_, _) => throw new DriverException("The load job ended with code 1.") });

        await Assert.ThrowsAsync<TraceException>(() => MeasureAsync(traced));
        Assert.Equal(["The load job ended with code 1."], traced.Problems);
    }

    [Fact]
    public async Task Who_interrupts_ends_it_at_once_and_no_trace_is_left()
    {
        using var interrupt = new CancellationTokenSource();
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, round) =>
            {
                if (round == 2) interrupt.Cancel();
            },
        };

        await Assert.ThrowsAsync<OperationCanceledException>(() => Traced(driver).MeasureAsync(Setup(), interrupt.Token));

        Assert.False(Directory.Exists(Path.Combine(_folder["run"], "why")));
    }

    [Fact]
    public async Task Files_that_the_processes_write_by_themselves_take_room_too_and_no_round_begins_where_none_is_left()
    {
        var rounds = new List<int>();
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, round) =>
            {
                rounds.Add(round);
                Directory.CreateDirectory(_folder["run/why/inlined"]);
                using var written = File.Create(_folder[$"run/why/inlined/{round}.inlined"]);
                written.SetLength((TraceSpace.Most / 3) + 1);
            },
            Change = (_, round) => Died(round),
        };
        var traced = Traced(driver);

        await Assert.ThrowsAsync<TraceException>(() => MeasureAsync(traced));

        Assert.Equal([1, 2, 3], rounds);
        Assert.Contains("After round 3 all traces together reached 1000 MB, the most there is room for", traced.Problems);
    }

    /// <param name="isOfCode">Whether traces are of what code does, which may throw and wait any number of times a second, or of collections
    /// only.</param>
    [Theory]
    [Trait("kind", "processes")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Where_events_fill_a_trace_before_any_round_was_good_the_others_do_without_exceptions_and_waits_which_is_said(bool isOfCode)
    {
        List<bool> sparing = [];
        var space = new TraceSpace();
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, round) =>
            {
                sparing.Add(space.IsSparing);
                space.HasFullFile = round == 2;
            },
            Change = (_, round) => Died(round),
        };
        var traced = new TracedRounds(driver, Path.Combine(_folder["run"], "why"), new(TimeSpan.Zero, TimeSpan.FromSeconds(1), isOfCode))
        {
            Space = space,
        };

        await Assert.ThrowsAsync<TraceException>(() => MeasureAsync(traced));

        Assert.Equal([false, false, isOfCode, isOfCode, isOfCode], sparing);
        Assert.Equal(isOfCode ? 1 : 0, traced.Problems.Count(problem => problem == "A trace became larger than 48 MB, so the others do without "
            + "exceptions and waits for locks: whether these changed is not known."));
        Assert.Contains(TracedRounds.Spared, Explainer.Doubts);
    }

    [Fact]
    public async Task A_case_of_BenchmarkDotNet_is_not_traced()
    {
        var problem = await Assert.ThrowsAsync<TraceException>(() => Traced(new ScriptedDriver()).MeasureAsync(Setup() with { BenchmarkCase = "A.B" },
            default));
        Assert.Equal((true, "it is a case of BenchmarkDotNet, which gets no load"), (problem.IsLasting, problem.Message));
    }

    [Fact]
    public async Task An_application_whose_diagnostics_are_switched_off_is_said_before_any_round()
    {
        var driver = new ScriptedDriver();
        var setup = Setup();
        var silent = setup.Applications.ToDictionary(one => one.Key, one => one.Value with
        {
            Environment = new Dictionary<string, string> { ["DOTNET_EnableDiagnostics"] = "0" },
        });

        var problem = await Assert.ThrowsAsync<TraceException>(() => Traced(driver).MeasureAsync(setup with { Applications = silent }, Cancellation));

        Assert.Equal((true, "the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0)"),
            (problem.IsLasting, problem.Message));
        Assert.Empty(driver.Deployments);
    }

    [Fact]
    public async Task What_is_measured_alone_is_traced_alone_with_its_own_load_and_rest_and_head_only_where_base_was_good()
    {
        var driver = new ScriptedDriver { Failing = _ => true };
        var own = MeasureSamples.Shortest with { Rounds = 5, Slices = 7, Settle = TimeSpan.FromSeconds(3), Timeline = TimeSpan.FromSeconds(2) };
        var setup = Setup() with { Measure = own, Load = new() { Rate = "1000/2s 0/4s" } };

        var problem = await Assert.ThrowsAsync<TraceException>(() => Traced(driver, isAlone: true).MeasureAsync(setup, Cancellation));

        Assert.Equal($"the traced round of {s_base.Id} was not good", problem.Message);
        var deployment = Assert.Single(driver.Deployments);
        Assert.Equal([s_base], deployment.Block.Variants);
        Assert.Equal("1000/2s 0/4s", deployment.Load.Rate);
        // A second and a half more, in which the recording ends.
        Assert.Equal(own with { Rounds = 1, Settle = TimeSpan.FromSeconds(4.5) }, deployment.Measure);
    }

    [Fact]
    public async Task A_recording_begins_with_its_phase_and_waits_for_the_rest_before_it_ends()
    {
        List<int> rounds = [];
        using var stop = new CancellationTokenSource();
        await using var phases = new RecordedPhases(Create, "rehearsing", rest: TimeSpan.FromHours(1), stop.Token);
        foreach (var phase in new[] { "starting", "rehearsing", "warming up", "measuring" }) phases.Report(new("b", 1, 1, phase));
        await phases.EndedAsync();
        Assert.Equal([1], rounds);

        phases.Report(new("b", 1, 1, "settling"));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(phases.EndedAsync);

        RoundRecorder Create(int round)
        {
            rounds.Add(round);
            return new([], null, _folder["1"], new TraceSpace());
        }
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    // In each round for a reason of its own, because two alike are enough.
    private static RoundObservation Died(RoundObservation round) => round with
    {
        Variants = [.. round.Variants.Select(seen => seen with { Failure = new() { Reason = $"died in round {round.Round}." } })],
    };

    private TracedRounds Traced(ScriptedDriver driver, bool isAlone = false) =>
        new(driver, Path.Combine(_folder["run"], "why"), new(TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(1), SamplesCpu: false)
        {
            IsAlone = isAlone,
        });

    private static Task<IReadOnlyList<TracedRound>> MeasureAsync(TracedRounds traced) =>
        traced.MeasureAsync(Setup(), Cancellation);

    private static BlockSetup Setup()
    {
        var application = new Application("/nowhere", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
        return new(new Block("b", "s", 2, [s_base, s_head]), new[] { s_base, s_head }.ToDictionary(one => one.Id, _ => application), new(),
            MeasureSamples.Shortest, [], []);
    }
}
