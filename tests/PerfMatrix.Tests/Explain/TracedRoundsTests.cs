using PerfMatrix.Drivers;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Measurement;
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
    public async Task A_case_of_BenchmarkDotNet_is_not_traced()
    {
        var problem = await Assert.ThrowsAsync<TraceException>(() => Traced(new ScriptedDriver()).MeasureAsync(Setup() with { BenchmarkCase = "A.B" },
            default));
        Assert.Equal((true, "it is a case of BenchmarkDotNet, which gets no load"), (problem.IsLasting, problem.Message));
    }

    private TracedRounds Traced(ScriptedDriver driver) =>
        new(driver, Path.Combine(_folder["run"], "why"), new(TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(1), SamplesCpu: false));

    private static Task<IReadOnlyList<TracedRound>> MeasureAsync(TracedRounds traced) =>
        traced.MeasureAsync(Setup(), TestContext.Current.CancellationToken);

    private static BlockSetup Setup()
    {
        var application = new Application("/nowhere", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
        return new(new Block("b", "s", 2, [s_base, s_head]), new[] { s_base, s_head }.ToDictionary(one => one.Id, _ => application), new(),
            MeasureSamples.Shortest, [], []);
    }
}
