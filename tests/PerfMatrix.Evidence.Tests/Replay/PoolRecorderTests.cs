using PerfMatrix.Evidence.Injection;
using PerfMatrix.Evidence.Replay;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Replay;

public sealed class PoolRecorderTests : IDisposable
{
    private const string Server = "hello-minimal/net10.0/server/2c";
    private const string Workstation = "hello-minimal/net10.0/workstation/2c";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Cells_and_kinds_take_turns_until_there_are_enough_rounds_of_each()
    {
        var runner = new ScriptedRounds(_folder.Root);
        var left = new List<int>();
        var pool = await RecordAsync(runner, 15, ["allocation-24"], (_, rounds) => left.Add(rounds));

        Assert.Equal(
            [
                $"{Server}:  x 10", $"{Workstation}:  x 10", $"{Server}: PERFMATRIX_ALLOCATE=24 x 10", $"{Workstation}: PERFMATRIX_ALLOCATE=24 x 10",
                $"{Server}:  x 5", $"{Workstation}:  x 5", $"{Server}: PERFMATRIX_ALLOCATE=24 x 5", $"{Workstation}: PERFMATRIX_ALLOCATE=24 x 5",
            ],
            runner.Measured);
        Assert.Equal([50, 40, 30, 20, 15, 10, 5, 0], left);
        Assert.All(pool.Recordings, recording => Assert.True(System.IO.File.Exists(_folder[$"{recording.Id}/run.json"])));
        Assert.Equal(PoolDocument.File.Format(pool), PoolDocument.File.Format(PoolDocument.File.Read(_folder["pool.json"])));
    }

    [Fact]
    public async Task An_interrupted_series_loses_the_run_under_way_and_nothing_else()
    {
        var interrupted = new ScriptedRounds(_folder.Root) { InterruptedAt = 3 };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => RecordAsync(interrupted, 20, ["none"]));
        var kept = PoolDocument.File.Read(_folder["pool.json"]).Recordings;
        Assert.Equal(2, kept.Count);
        Assert.Equal(kept.Select(recording => recording.Id).Order(), Directory.GetDirectories(_folder.Root).Select(Path.GetFileName).Order());

        var rest = new ScriptedRounds(_folder.Root);
        var pool = await RecordAsync(rest, 20, ["none"]);

        Assert.Equal(2, rest.Measured.Count);
        Assert.Equal(kept.Select(recording => recording.Id), pool.Recordings.Take(2).Select(recording => recording.Id));
        Assert.Equal([20, 20], pool.Recordings.GroupBy(recording => recording.Cell).Select(cell => cell.Sum(recording => recording.Rounds)));
    }

    [Fact]
    public async Task Sizes_are_found_once_a_cell_and_kept()
    {
        var runner = new ScriptedRounds(_folder.Root);
        await RecordAsync(runner, 10, ["cpu-5", "cpu-10"]);
        var sizing = runner.Measured.Count(one => one.Contains("PERFMATRIX_BURN=10000 ", StringComparison.Ordinal));
        var again = new ScriptedRounds(_folder.Root);
        var pool = await RecordAsync(again, 20, ["cpu-5", "cpu-10"]);

        Assert.Equal(2, sizing);
        // Made-up requests cost one percent more for every hundred steps.
        Assert.Equal([("CPU +5 %", 500), ("CPU +10 %", 1000)],
            pool.Recordings.Select(recording => recording.Injection).OfType<InjectionRecord>().Select(size => (size.Name, size.Amount)).Distinct());
        Assert.DoesNotContain(again.Measured, one => one.Contains("=10000 ", StringComparison.Ordinal));
    }

    /// <summary>The made-up rounds have no latencies, so a tail has no size.</summary>
    [Fact]
    public async Task A_kind_that_a_cell_cannot_have_is_left_out_with_a_word_unless_it_was_asked_for()
    {
        var (said, left) = (new List<string>(), new List<int>());
        var pool = await RecordAsync(new ScriptedRounds(_folder.Root), 10, ["tail", "allocation-24"], (_, rounds) => left.Add(rounds), said.Add);

        const string Problem = "left out: found no latencies of base, which the wanted size is a share of";
        Assert.Equal([$"{Server}: {Problem}", $"{Workstation}: {Problem}"], said);
        Assert.Equal([null, null, "allocations +24 B", "allocations +24 B"], pool.Recordings.Select(recording => recording.Injection?.Name));
        Assert.Equal([50, 40, 10, 0], left);
        await Assert.ThrowsAsync<IncompleteException>(() => RecordAsync(new ScriptedRounds(_folder.Root), 10, ["tail"]));
    }

    [Fact]
    public async Task Rounds_of_another_machine_do_not_count()
    {
        await RecordAsync(new ScriptedRounds(_folder.Root) { Machine = RunSamples.Machine with { Fingerprint = "another" } }, 10, ["none"]);
        var here = new ScriptedRounds(_folder.Root);
        await RecordAsync(here, 20, ["none"]);

        Assert.Equal(4, here.Measured.Count);
        var read = RoundPool.Read(_folder.Root);
        Assert.Equal((RunSamples.Machine.Fingerprint, 4, "20 rounds of other machines, or measured with other settings, are left out."),
            (read.Machine.Fingerprint, read.Runs.Count, Assert.Single(read.Notes)));
    }

    [Fact]
    public async Task Rounds_and_sizes_of_other_settings_do_not_count_and_are_not_drawn()
    {
        await RecordAsync(new ScriptedRounds(_folder.Root), 20, ["cpu-5"]);
        var longer = new ScriptedRounds(_folder.Root) { Settings = new() { Slices = 80 } };
        await RecordAsync(longer, 10, ["cpu-5"]);
        var again = new ScriptedRounds(_folder.Root) { Settings = new() { Slices = 80, Rounds = 3, Connections = 64 } };
        var pool = await RecordAsync(again, 10, ["cpu-5"]);

        Assert.Equal([10, 10, 10, 10], pool.Recordings.Skip(8).Select(recording => recording.Rounds));
        Assert.Equal(2, longer.Measured.Count(one => one.Contains("=10000 ", StringComparison.Ordinal)));
        Assert.Empty(again.Measured);
        var read = RoundPool.Read(_folder.Root);
        Assert.Equal(8, read.Runs.Count);
        Assert.Equal("40 rounds of other machines, or measured with other settings, are left out.", Assert.Single(read.Notes));
    }

    private Task<PoolDocument> RecordAsync(
        ScriptedRounds runner, int wanted, string[] kinds, Action<PoolRecording, int>? ended = null, Action<string>? leaveOut = null)
    {
        var tool = new ToolInfo("0.1.0", "0123456789abcdef");
        var recorder = new PoolRecorder(runner, _folder.Root, tool, TimeProvider.System, new Random(1)) { LeaveOut = leaveOut };
        return recorder.RecordAsync(
            wanted, InjectionKinds.Parse(kinds, [ScriptedRounds.Application]), ended ?? ((_, _) => { }), TestContext.Current.CancellationToken);
    }
}
