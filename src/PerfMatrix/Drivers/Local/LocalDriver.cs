using System.Runtime.CompilerServices;
using System.Text.Json.Serialization.Metadata;

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

    private static Task<bool> HasLineAsync(ChildProcess load, CancellationToken cancellation) => Errors.OrAsync(
        async () => await load.Lines.WaitToReadAsync(cancellation), (OperationCanceledException _) => false);

    private static async Task<RoundObservation> ReadAsync(string path)
    {
        await using var stream = File.OpenRead(path);
        return (await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.RoundObservation))!;
    }
}

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
        if (File.Exists(packed)) return SystemProcessRunner.Runnable(packed);
        var path = Path.Combine(own.Parent!.Parent!.FullName, name, own.Name, file);
        return File.Exists(path) ? path
            : throw new DriverException(
            $"{name} is not built: expected {path}. Run scripts/perfmatrix, which builds it, or 'dotnet build perfmatrix.slnx'.");
    }
}

/// <summary>The processes of one block on this machine and the folder with their files; disposing ends and removes all of it.</summary>
internal sealed class LocalDeployment(string folder) : IAsyncDisposable
{
    private readonly List<ChildProcess> _launchers = [];
    private readonly Dictionary<string, string> _environment = new()
    {
        [ProbeRoutes.TokenVariable] = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16)),
    };

    private ChildProcess? _load;

    public ChildProcess Load => _load ?? throw new InvalidOperationException("The load job is not deployed.");

    public static async Task<LocalDeployment> DeployAsync(
        BlockDeployment block, LocalPrograms programs, string folder, CancellationToken cancellation)
    {
        WorkFolder.Create(folder);
        var deployment = new LocalDeployment(folder);
        try
        {
            var launchers = await deployment.StartLaunchersAsync(block, programs, cancellation);
            var plan = Path.Combine(folder, "block.json");
            var conducted = block.Conduct(i => launchers[i], "rounds") with
            {
                StopWithInput = true,
                Benchmark = block.Benchmark(application => Path.Combine(application.Folder, application.Executable)),
            };
            await WriteAsync(plan, conducted, ContractJson.Default.BlockPlan, cancellation);
            deployment._load = ChildProcess.Start(programs.Load, ["conduct", plan], deployment._environment);
            return deployment;
        }
        catch
        {
            await deployment.DisposeAsync();
            throw;
        }
    }

    /// <summary>Removes the plans, which hold the secret variables of the applications, as soon as those who need them have read them: whatever ends
    /// this program later, they are not left behind.</summary>
    public void RemovePlans()
    {
        foreach (var plan in Directory.EnumerateFiles(folder, "*.json")) File.Delete(plan);
    }

    public async ValueTask DisposeAsync()
    {
        if (_load is not null) await _load.DisposeAsync();
        await Task.WhenAll(_launchers.Select(launcher => launcher.DisposeAsync().AsTask()));
        WorkFolder.Remove(folder);
    }

    private async Task<Uri[]> StartLaunchersAsync(BlockDeployment block, LocalPrograms programs, CancellationToken cancellation)
    {
        for (var i = 0; block.BenchmarkCase is null && i < block.Applications.Count; i++)
        {
            var file = Path.Combine(folder, $"launch-{i + 1}.json");
            await WriteAsync(file, [Plan(block, i)], ContractJson.Default.IReadOnlyListLaunchPlan, cancellation);
            _launchers.Add(ChildProcess.Start(programs.Launcher, [file], _environment));
        }

        return await Task.WhenAll(_launchers.Select(launcher => ReadyAsync(launcher, cancellation)));
    }

    private static async Task<Uri> ReadyAsync(ChildProcess launcher, CancellationToken cancellation)
    {
        await foreach (var line in launcher.Lines.ReadAllAsync(cancellation))
        {
            if (line.StartsWith(LauncherApi.ReadyLine, StringComparison.Ordinal))
                return new Uri(line[LauncherApi.ReadyLine.Length..].Trim());
        }

        var code = await launcher.WaitAsync(cancellation);
        throw new DriverException($"A launcher ended with code {code} before it was ready. It said:{Environment.NewLine}{launcher.LastLines}");
    }

    private static LaunchPlan Plan(BlockDeployment block, int variant) => block.Launch(variant) with
    {
        Executable = Path.Combine(block.Applications[variant].Folder, block.Applications[variant].Executable),
        Application = new Uri(block.Applications[variant].Secure ? "https://127.0.0.1:0" : "http://127.0.0.1:0"),
        StopWithInput = true,
    };

    private static async Task WriteAsync<T>(string path, T document, JsonTypeInfo<T> type, CancellationToken cancellation)
    {
        await using var stream = WorkFolder.CreateFile(path);
        await JsonSerializer.SerializeAsync(stream, document, type, cancellation);
    }
}
