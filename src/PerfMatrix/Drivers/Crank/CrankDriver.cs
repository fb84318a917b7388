using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Deploys blocks through crank's controller to agents, once for all rounds of a block. Disposing ends agents it has started.</summary>
internal sealed class CrankDriver : IDriver, IAsyncDisposable
{
    private readonly CrankPrograms _crank;
    private readonly AgentSurveys _surveys;
    private readonly CrankSite _site;
    private readonly CrankProfile _profile;
    private readonly LanePool _lanes;
    private readonly LocalAgents _agents;
    private readonly StagedFolder _staged;
    private readonly StagedPrograms _staging;
    private readonly ConcurrentDictionary<string, string> _warnings = new();

    public CrankDriver(CrankPrograms programs, OwnPrograms own, CrankSite site, CrankProfile profile)
    {
        (_crank, _site, _profile) = (programs, site, profile);
        _lanes = new LanePool(profile.Lanes);
        _agents = new LocalAgents(programs, Directory.CreateDirectory(site.Cache).FullName, profile.MayStartAgents);
        _staged = new StagedFolder(Path.Combine(site.Cache, "sources"));
        _staging = new StagedPrograms(own, _staged);
        _surveys = new AgentSurveys(programs, _staging, site.Work);
    }

    public string Name => "crank";
    public int BlocksAtOnce => _profile.Lanes.Count;
    public IReadOnlyList<string> Warnings => [.. _warnings.Values];
    public string? ExpectedVersion { get; init; }

    /// <summary>Is given crank's own result of every block, as it was written.</summary>
    public Action<BlockDeployment, byte[]> KeepResult { get; init; } = (_, _) => { };

    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var written = new WrittenRounds(deployment);
        var (rounds, failure) = await TryMeasureAsync(deployment, written, progress, cancellation);
        foreach (var round in rounds) yield return round;
        failure?.Throw();
    }

    /// <summary>Asks every agent of the profile who it is and what its machine is, one after the other.</summary>
    public async IAsyncEnumerable<AgentReport> ExamineAsync([EnumeratorCancellation] CancellationToken cancellation)
    {
        foreach (var agent in _profile.Lanes.SelectMany(lane => lane.Agents).Distinct())
            yield return await ExamineAsync(agent, cancellation);
    }

    public ValueTask DisposeAsync()
    {
        _staging.Dispose();
        return _agents.DisposeAsync();
    }

    // Whatever ends a block, the rounds that it wrote on this machine before stay.
    private async Task<(IReadOnlyList<RoundObservation> Rounds, ExceptionDispatchInfo? Failure)> TryMeasureAsync(
        BlockDeployment block, WrittenRounds written, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        try
        {
            return (await MeasureBlockAsync(block, written, progress, cancellation), null);
        }
        catch (Exception exception) when (exception is DriverException or ProcessStartException or UsageException or OperationCanceledException)
        {
            return (written.Rounds, ExceptionDispatchInfo.Capture(exception));
        }
    }

    // A block whose agent goes away begins anew on another, as long as there is one; once on one that is started in its place, if it was ours.
    private async Task<IReadOnlyList<RoundObservation>> MeasureBlockAsync(
        BlockDeployment block, WrittenRounds written, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        for (var isAgain = false; ;)
        {
            progress.Report(new BlockProgress(block.Block.Id, 0, block.Measure.Rounds, "deploying"));
            var lane = await _lanes.TakeAsync(cancellation);
            written.BeginAnew();
            try
            {
                var rounds = await MeasureOnAsync(lane, block, written, progress, cancellation);
                _lanes.Return(lane);
                return rounds;
            }
            catch (AgentGoneException exception) when (!(lane.IsLocal && _profile.MayStartAgents))
            {
                _lanes.Drop(exception);
            }
            catch (AgentGoneException) when (!isAgain)
            {
                isAgain = true;
                _lanes.Return(lane);
            }
            catch
            {
                _lanes.Return(lane);
                throw;
            }
        }
    }

    private async Task<IReadOnlyList<RoundObservation>> MeasureOnAsync(
        CrankLane lane, BlockDeployment block, WrittenRounds written, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        foreach (var agent in lane.Agents) Compare(agent, await _agents.EnsureAsync(agent, cancellation));
        var machine = lane.IsLocal ? null : await _surveys.OfAsync(lane.Application, cancellation);
        var placed = Placement.Of(block, lane, machine);
        using var files = new BlockFiles(Path.Combine(_site.Work, block.Block.Id));
        var configuration = new BlockConfiguration(placed, lane, await _staging.OfAsync(lane.IsLocal, cancellation), _staged)
        {
            UsesCpuSet = Placement.CanLimit(machine),
        };
        try
        {
            var rounds = await RunAsync(placed, configuration, files, lane.IsLocal ? written : null, progress, cancellation);
            return [.. rounds.Select(round => round with { Machine = machine })];
        }
        catch (DriverException exception)
        {
            await ThrowIfGoneAsync(lane, exception);
            throw;
        }
        finally
        {
            if (lane.IsLocal) Leftovers.End(configuration.Token);
        }
    }

    private async Task<IReadOnlyList<RoundObservation>> RunAsync(
        BlockDeployment block, BlockConfiguration configuration, BlockFiles files, WrittenRounds? written, IProgress<BlockProgress> progress,
            CancellationToken cancellation)
    {
        ApplicationBuildException? unbuilt = null;
        var yaml = configuration.Compose(_profile.Imports(block.BenchmarkCase is null ? block.Block.Scenario : null, files.WriteTool), files.Rounds);
        await using var controller = _crank.Start(files, yaml, BlockConfiguration.Scenario, BlockConfiguration.Profile, Report);
        try
        {
            var code = await controller.WaitAsync(cancellation);
            if (File.Exists(files.Result)) KeepResult(block, await File.ReadAllBytesAsync(files.Result, cancellation));
            if (unbuilt is not null) throw unbuilt;
            return await BlockResult.ReadAsync(block, files, code, cancellation);
        }
        catch (DisagreementException exception)
        {
            written?.Forget();
            throw NotMeasured(exception);
        }
        catch (DriverException exception) when (exception is not ApplicationBuildException)
        {
            await CollectAsync();
            throw NotMeasured(exception);
        }
        catch (OperationCanceledException)
        {
            await CollectAsync();
            throw;
        }

        // Before the controller is disposed of, which ends the job with its folder.
        Task CollectAsync() => written?.CollectAsync(configuration.Token, configuration.Output) ?? Task.CompletedTask;

        DriverException NotMeasured(DriverException exception) =>
            new($"crank did not measure block {block.Block.Id}: {exception.Message}. It "
                + $"said:{Environment.NewLine}{controller.LastLines}{FullDisk.Hint(controller.LastLines, _profile.Name)}", exception);

        void Report(ConductorEvent @event)
        {
            if (@event is { Event: "phase", Phase: { } phase })
                progress.Report(new BlockProgress(block.Block.Id, @event.Round, block.Measure.Rounds, phase));
            if (@event is { Event: "round", Path: { } path }) written?.Add(path);
            if (@event is { Event: ConductorEvent.PublishFailed, Reason: not null }) unbuilt = Unbuilt(block, @event);
        }
    }

    private static ApplicationBuildException Unbuilt(BlockDeployment block, ConductorEvent @event) => new(
        block.Block.Variants.FirstOrDefault(variant => variant.Id == @event.Variant) ?? block.Block.Variants[0],
        string.Join(Environment.NewLine, [$"{@event.Reason} on the agent", .. @event.Lines ?? []]));

    private async Task<AgentReport> ExamineAsync(Uri agent, CancellationToken cancellation)
    {
        AgentInfo? info = null;
        try
        {
            info = await _agents.EnsureAsync(agent, cancellation);
            Compare(agent, info);
            return new AgentReport(agent, info, await _surveys.OfAsync(agent, cancellation),
                Warnings.FirstOrDefault(warning => warning.Contains(agent.Authority, StringComparison.Ordinal)));
        }
        catch (Exception problem) when (problem is DriverException or ProcessStartException or UsageException)
        {
            return new AgentReport(agent, info, null, problem.Message);
        }
    }

    private void Compare(Uri agent, AgentInfo info)
    {
        if (ExpectedVersion is { } expected && !SameVersion(info.Version, expected))
            _warnings[agent.Authority] =
                $"The crank agent {agent.Authority} has version {info.Version}, the controller {expected}; use the same for both.";
    }

    // What stands behind the plus sign is the commit; a package may leave it out.
    private static bool SameVersion(string one, string other)
    {
        var (a, b) = (one.Split('+', 2), other.Split('+', 2));
        return a[0] == b[0] && (a.Length < 2 || b.Length < 2 || a[1] == b[1]);
    }

    private async Task ThrowIfGoneAsync(CrankLane lane, DriverException failure)
    {
        foreach (var agent in lane.Agents)
        {
            if (await new AgentClient(agent).TryInfoAsync(CancellationToken.None) is null)
                throw _agents.Gone(agent, failure.Message);
        }
    }
}
