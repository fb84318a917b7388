using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>A block of FaultyApplication, one variant a fault, measured by the real launcher and load job; and a look at what it leaves
/// behind.</summary>
internal sealed class LocalBlock : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-driver-test-");

    public bool WasInterrupted { get; private set; }

    /// <param name="count">Of rounds.</param>
    public async Task<List<RoundObservation>> MeasureAsync(
        IEnumerable<string> faults, Action<BlockProgress>? onProgress = null, Func<BlockDeployment, BlockDeployment>? change = null,
            Scheduling scheduling = Scheduling.Normal, int count = 2, CancellationToken cancellation = default)
    {
        var driver = new LocalDriver(LocalPrograms.Find(), Path.Combine(_folder.FullName, "work"));
        var rounds = new List<RoundObservation>();
        var deployment = FaultyBlock.Of([.. faults], Application, rounds: count);
        deployment = deployment with { Measure = deployment.Measure with { Scheduling = scheduling } };
        try
        {
            await foreach (var round in driver.MeasureAsync(
                change?.Invoke(deployment) ?? deployment, new Reports(onProgress ?? (_ => { })), cancellation))
                rounds.Add(round);
        }
        catch (OperationCanceledException)
        {
            WasInterrupted = true;
        }

        return rounds;
    }

    /// <summary>Ids of the processes of this block that run: its folder is in their command line or environment.</summary>
    public IReadOnlyList<int> Processes(string program = "") =>
        [.. Directory.EnumerateDirectories("/proc").Select(folder => (Folder: folder, Id: IdOf(folder)))
            .Where(process => process.Id > 0 && IsOurs(process.Folder, program)).Select(process => process.Id)];

    public IReadOnlyList<string> Files() => [.. Directory.EnumerateFileSystemEntries(_folder.FullName)];

    public void Dispose() => _folder.Delete(recursive: true);

    private Application Application(string fault)
    {
        var path = BuiltProgram.Path("FaultyApplication");
        var environment = new Dictionary<string, string> { ["FAULT"] = fault, ["TEST_BLOCK"] = _folder.FullName };
        return new Application(Path.GetDirectoryName(path)!, Path.GetFileName(path), [], environment, "/",
            TimeSpan.FromSeconds(fault is "never-ready" or "error-500" ? 10 : 60));
    }

    private static int IdOf(string folder) => int.TryParse(Path.GetFileName(folder), out var id) && id != Environment.ProcessId ? id : 0;

    private bool IsOurs(string process, string program)
    {
        try
        {
            var text = File.ReadAllText($"{process}/cmdline") + File.ReadAllText($"{process}/environ");
            return text.Contains(_folder.FullName, StringComparison.Ordinal) && text.Split('\0')[0].EndsWith(program, StringComparison.Ordinal);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private sealed class Reports(Action<BlockProgress> onReport) : IProgress<BlockProgress>
    {
        public void Report(BlockProgress value) => onReport(value);
    }
}
