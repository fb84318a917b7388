using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using PerfMatrix.Drivers;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>A run on several machines, with a driver that has two of them.</summary>
public sealed class RunSessionTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Blocks_are_measured_on_two_lanes_at_once_and_all_of_them_are_in_the_document()
    {
        Block[] blocks = [.. Enumerable.Range(1, 4)
            .Select(number => RunSamples.BlockOf($"block-{number}", [RunSamples.CellOf($"net{number + 6}.0", "workstation")]))];
        var plan = new Plan([.. blocks.Select(block => new PlannedCell(block.Variants[0].Cell, CellStatus.Planned, null))], blocks);
        await using var driver = new TwoLanes();
        using var output = new StringWriter();
        var session = ScriptedStage.OfBlocks(
            driver, blocks, new RunBuilder(RunSamples.Header(0), plan), Setup, RunFolder.Create(_folder.Root, "run"));

        var run = await session.MeasureAsync(
            null, new LineProgress(output, TimeProvider.System, session.Estimates()), TestContext.Current.CancellationToken);

        Assert.Equal(2, driver.MostAtOnce);
        Assert.True(run.Complete);
        Assert.Equal(blocks.Select(block => block.Id), run.Blocks.Select(block => block.Id));
        Assert.Equal(["Example CPU 4000", "Example CPU 5000"], run.Blocks.Select(block => block.Machine!.CpuModel).Distinct().Order());
        Assert.Contains("Blocks ran on 2 different kinds of machines; compare within a block only.", run.Warnings);
        Assert.Contains("one of the lanes is slow", run.Warnings);
        Assert.All(blocks, block => Assert.Contains(block.Id, output.ToString()));
    }

    [Fact]
    public async Task What_does_not_build_on_an_agent_fails_its_block_and_ends_a_comparison()
    {
        var block = RunSamples.BlockOf("block-1", [RunSamples.CellOf("net10.0", "server")]);
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, _) => throw new ApplicationBuildException(block.Anchor, "A.csproj could not be published"),
        };
        RunSession Session(Action<ApplicationBuildException> unbuilt) => new(
            [new PairedBlock(block, [])],
            new RunBuilder(RunSamples.Header(0), new Plan([], [block])),
            (block, _) => Setup(block),
            new RunPlace("run", RunFolder.Create(_folder.Root, $"{Guid.NewGuid():N}"), driver, RunSamples.Machine))
        {
            Unbuilt = unbuilt,
        };

        var run = await Session(_ => { }).MeasureAsync(null, Silent, TestContext.Current.CancellationToken);
        Assert.Contains("A.csproj could not be published", Assert.Single(run.Variants).Reason);

        var tree = new SideTree("/nowhere", "main", new SourceInfo(null, new string('a', 40), "main", Dirty: false), null);
        var ended = await Assert.ThrowsAsync<SideBuildException>(
            () => Session(problem => throw new SideBuildException(Side.Base, tree, problem.Message, problem))
            .MeasureAsync(null, Silent, TestContext.Current.CancellationToken));
        Assert.Equal(
            (Side.Base,
                "base, main (aaaaaaaa), does not build, so there is nothing to compare with; choose another base. A.csproj could not be published"),
            (ended.Side, ended.Message));
    }

    [Fact]
    public void A_document_is_of_the_time_of_its_place()
    {
        var block = RunSamples.BlockOf("block-1", [RunSamples.CellOf("net10.0", "server")]);
        var place = new RunPlace("run", RunFolder.Create(_folder.Root, "run"), new ScriptedDriver(), RunSamples.Machine)
        {
            Clock = new PassingClock(RunSamples.Start),
        };
        var session = new RunSession(
            [new PairedBlock(block, [])], new RunBuilder(RunSamples.Header(0), new Plan([], [block])), (one, _) => Setup(one), place);

        Assert.Equal(RunSamples.Start, session.Document.FinishedAt);
    }

    /// <summary>A step that is ended has handed on the hashes of the rounds before, and not those of the files as they are by then.</summary>
    [Fact]
    public async Task What_was_measured_until_the_time_was_over_is_sealed()
    {
        var block = RunSamples.BlockOf("block-1", [RunSamples.CellOf("net10.0", "server")]);
        var (folder, seals) = (RunFolder.Create(_folder.Root, "run"), new List<string>());
        folder.Sealed = seals.Add;
        var driver = new ScriptedDriver
        {
            BeforeRound = (_, round) =>
            {
                if (round == 2) File.WriteAllText(Path.Combine(folder.Root, "raw", "block-1-1.json"), "{}");
                if (round == 3) throw new OperationCanceledException();
            },
        };
        var session = ScriptedStage.OfBlocks(driver, [block], new RunBuilder(RunSamples.Header(0), new Plan([], [block])),
            of => Setup(of) with { Measure = MeasureSamples.Shortest with { Rounds = 3, Slices = 12 } }, folder);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => session.MeasureAsync(null, Silent,
            TestContext.Current.CancellationToken));

        var sums = (await File.ReadAllLinesAsync(Path.Combine(folder.Root, RunFolder.Sums), TestContext.Current.CancellationToken))
            .Select(line => line.Split("  ")).ToDictionary(sum => sum[1], sum => sum[0]);
        Assert.Equal(["raw/block-1-1.json", "raw/block-1-2.json", "run.json"], sums.Keys.Order(StringComparer.Ordinal));
        Assert.StartsWith(HashOf(RunFolder.Sums), seals[^1], StringComparison.Ordinal);
        Assert.Equal(["raw/block-1-1.json"], sums.Keys.Where(file => HashOf(file) != sums[file]));
        // The document knows the file that was written.
        Assert.Equal(sums["raw/block-1-1.json"], RunDocument.File.Read(folder.Document).Blocks.Single().Rounds[0].Raw.Sha256);

        string HashOf(string file) => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(Path.Combine(folder.Root, file))));
    }

    private static LineProgress Silent => new(TextWriter.Null, TimeProvider.System, [TimeSpan.FromSeconds(1)]);

    private static BlockSetup Setup(Block block) => new(
        block,
        block.Variants.ToDictionary(
            variant => variant.Id, _ => new Application("/", "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1))),
        new LoadSettings(),
        MeasureSamples.Shortest with { Slices = 12 },
        [],
        []);

    /// <summary>Two machines that do not exist. A block on one ends only when the other has a block as well, so a session that does not use both
    /// never ends.</summary>
    private sealed class TwoLanes : IDriver, IAsyncDisposable
    {
        private readonly ConcurrentQueue<MachineReading> _free = new(
            [RunSamples.AgentMachine, RunSamples.AgentMachine with { CpuModel = "Example CPU 5000" }]);
        private readonly Lock _lock = new();
        private TaskCompletionSource? _waiting;
        private int _now;

        public string Name => "crank";

        public int BlocksAtOnce => 2;

        public IReadOnlyList<string> Warnings => ["one of the lanes is slow"];

        public int MostAtOnce { get; private set; }

        public async IAsyncEnumerable<RoundObservation> MeasureAsync(
            BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
        {
            lock (_lock)
                MostAtOnce = Math.Max(MostAtOnce, ++_now);
            Assert.True(_free.TryDequeue(out var machine));
            await MeetAsync();
            yield return RunSamples.Round(deployment.Block, 1, new Random(7)) with { Machine = machine };
            _free.Enqueue(machine);
            lock (_lock)
                _now--;
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private Task MeetAsync()
        {
            lock (_lock)
            {
                if (_waiting is { } other)
                {
                    _waiting = null;
                    other.SetResult();
                    return Task.CompletedTask;
                }

                _waiting = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                return _waiting.Task;
            }
        }
    }
}
