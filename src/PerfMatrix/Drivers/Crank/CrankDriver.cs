using System.Runtime.CompilerServices;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Protocol;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Deploys blocks through crank's controller to agents: one deployment serves all rounds of a block. Disposing ends the agents that it has started.</summary>
public sealed class CrankDriver : IDriver, IAsyncDisposable
{
    private readonly CrankPrograms _programs;
    private readonly CrankSite _site;
    private readonly CrankProfile _profile;
    private readonly LanePool _lanes;
    private readonly LocalAgents _agents;
    private readonly StagedFolder _staged;
    private readonly Lazy<StagedPrograms> _stagedPrograms;

    /// <summary>Creates the driver; nothing is started yet.</summary>
    /// <param name="programs">Where crank's programs are.</param>
    /// <param name="own">Our programs.</param>
    /// <param name="site">Where to work.</param>
    /// <param name="profile">The agents.</param>
    public CrankDriver(CrankPrograms programs, LocalPrograms own, CrankSite site, CrankProfile profile)
    {
        (_programs, _site, _profile) = (programs, site, profile);
        _lanes = new LanePool(profile.Lanes);
        _agents = new LocalAgents(programs, Directory.CreateDirectory(site.Cache).FullName, profile.MayStartAgents);
        _staged = new StagedFolder(Path.Combine(site.Cache, "sources"));
        _stagedPrograms = new(() => StagedPrograms.Of(own, _staged));
    }

    /// <inheritdoc />
    public string Name => "crank";

    /// <inheritdoc />
    public int BlocksAtOnce => _profile.Lanes.Count;

    /// <summary>Is given crank's own result of every block, as it was written.</summary>
    public Action<BlockDeployment, byte[]> KeepResult { get; init; } = (_, _) => { };

    /// <inheritdoc />
    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        foreach (var round in await MeasureBlockAsync(deployment, progress, cancellation))
            yield return round;
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => _agents.DisposeAsync();

    // A block whose agent goes away begins anew on another, as long as there is one.
    private async Task<IReadOnlyList<RoundObservation>> MeasureBlockAsync(BlockDeployment block, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        while (true)
        {
            progress.Report(new BlockProgress(block.Block.Id, 0, block.Measure.Rounds, "deploying"));
            var lane = await _lanes.TakeAsync(cancellation);
            try
            {
                var rounds = await MeasureOnAsync(lane, block, progress, cancellation);
                _lanes.Return(lane);
                return rounds;
            }
            catch (AgentGoneException exception)
            {
                _lanes.Drop(lane, exception);
            }
            catch
            {
                _lanes.Return(lane);
                throw;
            }
        }
    }

    private async Task<IReadOnlyList<RoundObservation>> MeasureOnAsync(CrankLane lane, BlockDeployment block, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        foreach (var agent in lane.Agents)
            await _agents.EnsureAsync(agent, cancellation);
        using var files = new BlockFiles(Path.Combine(_site.Work, block.Block.Id));
        var configuration = new BlockConfiguration(block, lane, _stagedPrograms.Value, _staged);
        await WriteAsync(files, configuration.Compose(_profile.Imports(block.Block.Scenario), files.Rounds), cancellation);
        try
        {
            return await RunAsync(block, files, progress, cancellation);
        }
        catch (DriverException exception)
        {
            await ThrowIfGoneAsync(lane, exception);
            throw;
        }
        finally
        {
            if (lane.IsLocal)
                await Leftovers.EndAsync(configuration.Token);
        }
    }

    private async Task<IReadOnlyList<RoundObservation>> RunAsync(BlockDeployment block, BlockFiles files, IProgress<BlockProgress> progress, CancellationToken cancellation)
    {
        string[] arguments = ["--config", files.Configuration, "--scenario", BlockConfiguration.Scenario, "--profile", BlockConfiguration.Profile, "--json", files.Result];
        await using var controller = new ControllerRun(GuardedProgram.Start(_programs.Controller, arguments, _site.Root), Report);
        var code = await controller.WaitAsync(cancellation);
        if (File.Exists(files.Result))
            KeepResult(block, await File.ReadAllBytesAsync(files.Result, cancellation));
        try
        {
            return await BlockResult.ReadAsync(block, files, code, cancellation);
        }
        catch (DriverException exception)
        {
            throw new DriverException($"crank did not measure block {block.Block.Id}: {exception.Message}. It said:{Environment.NewLine}{controller.LastLines}", exception);
        }

        void Report(ConductorEvent @event)
        {
            if (@event is { Event: "phase", Phase: { } phase })
                progress.Report(new BlockProgress(block.Block.Id, @event.Round, block.Measure.Rounds, phase));
        }
    }

    /// <summary>The configuration holds the token, so only this user may read it.</summary>
    private static async Task WriteAsync(BlockFiles files, string configuration, CancellationToken cancellation)
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using var writer = new StreamWriter(files.Configuration, options);
        await writer.WriteAsync(configuration.AsMemory(), cancellation);
    }

    private static async Task ThrowIfGoneAsync(CrankLane lane, DriverException failure)
    {
        foreach (var agent in lane.Agents)
        {
            if (await new AgentClient(agent).TryInfoAsync(CancellationToken.None) is null)
                throw new AgentGoneException(agent, failure.Message);
        }
    }
}
