using System.Collections.Immutable;
using System.Diagnostics;
using System.Text.Json;
using PerfMatrix.Contract;
using PerfMatrix.Processes;

namespace PerfMatrix.Drivers.Crank;

/// <summary>
/// The rounds of a block that its load job has written to the disk of this machine. crank brings files when a job has ended by itself, and none when the block
/// is interrupted or fails; where the load job ran here, they are read where it wrote them.
/// </summary>
/// <param name="block">The block.</param>
internal sealed class WrittenRounds(BlockDeployment block)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private ImmutableSortedDictionary<int, RoundObservation> _rounds = ImmutableSortedDictionary<int, RoundObservation>.Empty;
    private string? _folder;

    /// <summary>Those found so far, in order.</summary>
    public IReadOnlyList<RoundObservation> Rounds => [.. _rounds.Values];

    /// <summary>Forgets them, because the block begins anew, or its results are not to be trusted.</summary>
    public void Forget() => (_rounds, _folder) = (_rounds.Clear(), null);

    /// <summary>Reads a file that the load job says it has written; one that is not here, or of another block, counts for nothing.</summary>
    public void Add(string path)
    {
        _folder = Path.GetDirectoryName(path);
        if (TryRead(path) is { } round)
            _rounds = _rounds.SetItem(round.Round, round);
    }

    /// <summary>Asks the load job to end, which then writes what it has recorded of a timeline, and reads what there is.</summary>
    /// <param name="token">Token of the block, by which its processes are found.</param>
    /// <param name="output">Name of the folder with the rounds, in the working directory of the load job.</param>
    public async Task CollectAsync(string token, string output)
    {
        if (!OperatingSystem.IsLinux())
            return;
        foreach (var id in Leftovers.Find(token).Where(IsLoad).ToList())
        {
            _folder = WorkingDirectory(id) is { } home ? Path.Combine(home, output) : _folder;
            await EndAsync(id);
        }

        foreach (var path in Directory.Exists(_folder) ? Directory.GetFiles(_folder, "round-*.json") : [])
            Add(path);
    }

    private RoundObservation? TryRead(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            return JsonSerializer.Deserialize(stream, ContractJson.Default.RoundObservation) is { } round && round.Block == block.Block.Id && round.Variants.Count == block.Applications.Count ? round : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private static bool IsLoad(int id) => Link(id, "exe") is { } program && Path.GetFileName(program) == StagedPrograms.LoadName;

    private static string? WorkingDirectory(int id) => Link(id, "cwd");

    private static string? Link(int id, string name)
    {
        try
        {
            return File.ResolveLinkTarget($"/proc/{id}/{name}", returnFinalTarget: false)?.FullName;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null; // ended
        }
    }

    private static async Task EndAsync(int id)
    {
        using var patience = new CancellationTokenSource(s_patience);
        try
        {
            using var process = Process.GetProcessById(id);
            Signals.Terminate(process);
            await process.WaitForExitAsync(patience.Token);
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or OperationCanceledException)
        {
            // It has ended meanwhile, or does not; whoever cleans up kills it.
        }
    }
}
