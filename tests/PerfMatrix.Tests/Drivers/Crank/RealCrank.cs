using System.Net;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>
/// Blocks of FaultyApplication measured by the real controller and agent, which PERFMATRIX_CRANK and PERFMATRIX_CRANK_AGENT name. One agent on a free
/// port serves all tests of a class; without the variables the tests are skipped.
/// </summary>
public sealed class RealCrank : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-crank-test-");
    private readonly Dictionary<string, byte[]> _results = [];
    private CrankDriver? _driver;

    /// <summary>The agent of the profile; the driver starts it with the first block.</summary>
    public Uri Agent { get; } = FreeAgent();

    public string Work => Path.Combine(_folder.FullName, "work");

    internal IReadOnlyDictionary<string, byte[]> Results => _results;

    internal CrankDriver Driver => _driver ??= Create(new CrankProfile(CrankProfile.Local, [Lane(Agent)], new Dictionary<string, string>()));

    public static void Need() => Assert.SkipUnless(
        Environment.GetEnvironmentVariable(CrankPrograms.ControllerVariable) is { Length: > 0 }
            && Environment.GetEnvironmentVariable(CrankPrograms.AgentVariable) is { Length: > 0 },
        $"needs the real crank: set {CrankPrograms.ControllerVariable} and {CrankPrograms.AgentVariable}");

    public static Uri FreeAgent() => new($"http://127.0.0.1:{FreePorts.Find(1)[0]}");

    internal static CrankLane Lane(Uri agent) => new(agent, agent, "127.0.0.1", IPAddress.Loopback, LauncherPort: 0);

    /// <summary>For profiles on this machine only.</summary>
    internal static OwnPrograms OnlyHere(LocalPrograms here) => new(here, _ => Task.FromResult(here));

    internal CrankDriver Create(CrankProfile profile) => new(
        new CrankPrograms(Checkout.Root, Environment.GetEnvironmentVariable), OnlyHere(LocalPrograms.Find()),
            new CrankSite(Work, Path.Combine(_folder.FullName, "cache")), profile)
    {
        KeepResult = (block, result) => _results[block.Block.Id] = result,
    };

    internal Task<List<RoundObservation>> MeasureAsync(
        string[] faults, Action<BlockProgress>? onProgress = null, CancellationToken cancellation = default) =>
        MeasureAsync(Driver, Deployment(faults), onProgress, cancellation: cancellation);

    internal static async Task<List<RoundObservation>> MeasureAsync(
        CrankDriver driver, BlockDeployment block, Action<BlockProgress>? onProgress = null, List<RoundObservation>? rounds = null,
            CancellationToken cancellation = default)
    {
        rounds ??= [];
        await foreach (var round in driver.MeasureAsync(block, new Reports(onProgress ?? (_ => { })), cancellation))
            rounds.Add(round);
        return rounds;
    }

    /// <summary>A block with one variant a fault; two short rounds where it is of interest that it goes on.</summary>
    internal BlockDeployment Deployment(string[] faults, string name = "faulty-1c", int rounds = 2) =>
        FaultyBlock.Of(faults, Application, name, rounds);

    /// <summary>
    /// Processes of blocks that run: applications, by the marker that this class puts in their environment; launchers and loads, whose plans nobody
    /// can read, by the agent's address, which crank puts in that of its jobs. The driver ends by itself what crank leaves here.
    /// </summary>
    internal IReadOnlyList<int> Processes() =>
        [.. Directory.EnumerateDirectories("/proc").Where(IsOurs).Select(folder => int.Parse(Path.GetFileName(folder)))];

    /// <summary>Files of blocks that are left on this side.</summary>
    internal IReadOnlyList<string> Files() => Directory.Exists(Work) ? [.. Directory.EnumerateFileSystemEntries(Work)] : [];

    public async ValueTask DisposeAsync()
    {
        if (_driver is not null)
            await _driver.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    private Application Application(string fault)
    {
        var path = BuiltProgram.Path("FaultyApplication");
        var environment = new Dictionary<string, string> { ["FAULT"] = fault, ["TEST_BLOCK"] = _folder.FullName };
        return new Application(Path.GetDirectoryName(path)!, Path.GetFileName(path), [], environment, "/", TimeSpan.FromSeconds(60));
    }

    private bool IsOurs(string process)
    {
        try
        {
            return int.TryParse(Path.GetFileName(process), out var id) && id != Environment.ProcessId
                && File.ReadAllText($"{process}/environ").Split('\0').Any(IsMarker);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private bool IsMarker(string variable) =>
        variable == $"TEST_BLOCK={_folder.FullName}"
        || (variable.StartsWith("CRANK_AGENT_URL=", StringComparison.Ordinal)
            && variable.TrimEnd('/').EndsWith($":{Agent.Port}", StringComparison.Ordinal));

    private sealed class Reports(Action<BlockProgress> onReport) : IProgress<BlockProgress>
    {
        public void Report(BlockProgress value) => onReport(value);
    }
}
