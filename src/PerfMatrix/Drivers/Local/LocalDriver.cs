using System.Runtime.CompilerServices;

namespace PerfMatrix.Drivers.Local;

/// <summary>Deploys blocks as processes of this machine: no root, no network, no agent.</summary>
internal sealed class LocalDriver(LocalPrograms programs, string workFolder) : IDriver
{
    public string Name => "local";

    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var rounds = deployment.Measure.Rounds;
        progress.Report(new BlockProgress(deployment.Block.Id, 0, rounds, "deploying"));
        var folder = Path.Combine(workFolder, deployment.Block.Id);
        await using var processes = await LocalDeployment.DeployAsync(deployment, programs, folder, cancellation);
        var (seen, ended) = (0, false);
        await foreach (var line in LinesAsync(processes.Load, cancellation))
        {
            if (ConductorEvent.TryParse(line) is not { } @event) continue;
            if (seen == 0) processes.RemovePlans();
            if (@event is { Event: "phase", Phase: { } phase })
                progress.Report(new BlockProgress(deployment.Block.Id, @event.Round, rounds, phase));
            if (@event is { Event: "round", Path: { } path })
            {
                var round = await ReadAsync(path);
                yield return round;
                (seen, ended) = (seen + 1, round.EndsBlock);
            }
        }

        cancellation.ThrowIfCancellationRequested();
        var code = await processes.Load.WaitAsync(cancellation);
        if (code != 0 || (seen < rounds && !ended))
            throw new DriverException(
                $"The load job of block {deployment.Block.Id} ended with code {code} after {seen} of {rounds} rounds. It "
                    + $"said:{Environment.NewLine}{processes.Load.LastLines}");
    }

    /// <summary>The lines of the load job. When the run is interrupted the job is ended, and says what it has kept of the round under way.</summary>
    private static async IAsyncEnumerable<string> LinesAsync(ChildProcess load, [EnumeratorCancellation] CancellationToken cancellation)
    {
        while (await HasLineAsync(load, cancellation)) while (load.Lines.TryRead(out var line)) yield return line;

        if (!cancellation.IsCancellationRequested) yield break;
        await load.EndAsync();
        await foreach (var line in load.Lines.ReadAllAsync(CancellationToken.None)) yield return line;
    }

    private static async Task<bool> HasLineAsync(ChildProcess load, CancellationToken cancellation)
    {
        try
        {
            return await load.Lines.WaitToReadAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private static async Task<RoundObservation> ReadAsync(string path)
    {
        await using var stream = File.OpenRead(path);
        return (await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.RoundObservation))!;
    }
}

/// <summary>Where the two programs of a block are.</summary>
internal sealed record LocalPrograms(string Launcher, string Load)
{
    /// <summary>Finds them where the package of the tool has them, <c>programs/PROJECT/PROJECT</c>, or in the build output beside this program's:
    /// <c>bin/PROJECT/CONFIGURATION/PROJECT</c>.</summary>
    public static LocalPrograms Find()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return new LocalPrograms(FindOne("PerfMatrix.Launcher", own), FindOne("PerfMatrix.Load", own));
    }

    private static string FindOne(string name, DirectoryInfo own)
    {
        var file = OperatingSystem.IsWindows() ? name + ".exe" : name;
        var packed = Path.Combine(own.FullName, "programs", name, file);
        if (File.Exists(packed)) return Executable(packed);
        var path = Path.Combine(own.Parent!.Parent!.FullName, name, own.Name, file);
        return File.Exists(path)
            ? path
            : throw new DriverException(
            $"{name} is not built: expected {path}. Run scripts/perfmatrix, which builds it, or 'dotnet build perfmatrix.slnx'.");
    }

    // A package keeps no modes, and what unpacks it may give none.
    private static string Executable(string path)
    {
        if (!OperatingSystem.IsWindows() && File.GetUnixFileMode(path) is var mode && !mode.HasFlag(UnixFileMode.UserExecute))
            File.SetUnixFileMode(path, mode | UnixFileMode.UserExecute);
        return path;
    }
}
