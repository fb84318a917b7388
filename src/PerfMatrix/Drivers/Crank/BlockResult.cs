using System.Collections.Immutable;

namespace PerfMatrix.Drivers.Crank;

/// <summary>What came back from a deployment: the files of the rounds, and crank's own result. Neither is believed alone. crank ends with code 0 when
/// a load job was killed, or an application died; and a download that fails is left out with a line in the log.</summary>
internal static class BlockResult
{
    /// <summary>Reads both, and checks one against the other.</summary>
    /// <exception cref="DisagreementException">Both are there, and do not agree.</exception>
    public static async Task<IReadOnlyList<RoundObservation>> ReadAsync(
        BlockDeployment block, BlockFiles files, int exitCode, CancellationToken cancellation)
    {
        var result = CrankResultFile.Read(files.Result)
            ?? throw new DriverException($"the controller ended with code {exitCode} and wrote no result");
        if (result.ReturnCode != 0 || exitCode != 0)
            throw new DriverException($"a job failed (crank's return code {result.ReturnCode}, exit code {exitCode})");
        var reported = result.Totals(BlockConfiguration.LoadService)
            ?? throw new DriverException("the load job ended without its metrics: it was killed, or stopped by its timeout");
        var rounds = await ReadRoundsAsync(block, files.Rounds, cancellation);
        var sums = rounds.Aggregate(new BlockTotals(), (totals, round) => totals.Plus(round));
        var counted = (sums.Rounds, sums.Requests, sums.Errors, sums.Failures);
        return reported == counted ? rounds : throw new DisagreementException("crank's statistics and the files of the rounds do not agree: rounds, "
            + $"requests, errors and failures are {reported} against {counted}");
    }

    private static async Task<IReadOnlyList<RoundObservation>> ReadRoundsAsync(BlockDeployment block, string folder, CancellationToken cancellation)
    {
        var rounds = new List<RoundObservation>();
        for (var round = 1; round <= block.Measure.Rounds; round++)
        {
            var observation = await ReadAsync(Path.Combine(folder, $"round-{round:000}.json"), cancellation);
            if (observation.Block != block.Block.Id || observation.Round != round || observation.Variants.Count != block.Applications.Count)
                throw new DriverException(
                    $"the file of round {round} holds round {observation.Round} of block {observation.Block} with {observation.Variants.Count} "
                        + $"variants");
            rounds.Add(observation);
            if (observation.EndsBlock) break;
        }

        return rounds;
    }

    private static Task<RoundObservation> ReadAsync(string path, CancellationToken cancellation) => Errors.OrAsync(async () =>
    {
        await using var stream = File.OpenRead(path);
        return await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.RoundObservation, cancellation)
            ?? throw new JsonException("it holds null");
    }, exception => exception is IOException or JsonException, exception => throw new DriverException(
        $"the file of a round came back incomplete ({Path.GetFileName(path)}: {exception.Message})", exception));
}

/// <summary>What came back does not agree with itself: nothing of it is to be used.</summary>
internal sealed class DisagreementException(string message) : DriverException(message);

internal sealed class CrankResultFile(JsonNode root)
{
    /// <summary>crank's return code; not trusted alone.</summary>
    public int ReturnCode => root["returnCode"]?.GetValue<int>() ?? 0;

    /// <summary>Reads a file; null when it is missing, cut or something else.</summary>
    public static CrankResultFile? Read(string path) => FileErrors.JsonOrNull(path, file =>
        JsonNode.Parse(file) is JsonObject found && found["jobResults"]?["jobs"] is JsonObject ? new CrankResultFile(found) : null);

    /// <summary>The sums of a block: whole numbers that a double holds exactly; null where one is missing.</summary>
    public (double Rounds, double Requests, double Errors, double Failures)? Totals(string service) =>
        Result(service, BlockStatistics.Rounds) is { } rounds
        && Result(service, BlockStatistics.Requests) is { } requests
        && Result(service, BlockStatistics.Errors) is { } errors
        && Result(service, BlockStatistics.Failures) is { } failures ? (rounds, requests, errors, failures) : null;

    private double? Result(string service, string name) =>
        root["jobResults"]!["jobs"]![service]?["results"]?[name] is JsonValue value && value.TryGetValue<double>(out var number) ? number : null;
}

/// <summary>The rounds of a block that its load job has written to the disk of this machine. crank brings files when a job has ended by itself, and
/// none when the block is interrupted or fails; where the load job ran here, they are read where it wrote them.</summary>
internal sealed class WrittenRounds(BlockDeployment block)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private ImmutableSortedDictionary<int, RoundObservation> _rounds = ImmutableSortedDictionary<int, RoundObservation>.Empty;
    private string? _folder;
    private bool _isAnew;
    public IReadOnlyList<RoundObservation> Rounds => [.. _rounds.Values];

    /// <summary>Forgets them, because the results of the block are not to be trusted.</summary>
    public void Forget() => (_rounds, _folder) = (_rounds.Clear(), null);

    /// <summary>The block begins anew. What it wrote before stays until the new attempt has written a round: it may come to none.</summary>
    public void BeginAnew() => (_folder, _isAnew) = (null, true);

    /// <summary>Reads a file that the load job says it has written; one that is not here, or of another block, counts for nothing.</summary>
    public void Add(string path)
    {
        _folder = Path.GetDirectoryName(path);
        if (TryRead(path) is not { } round) return;
        _rounds = (_isAnew ? _rounds.Clear() : _rounds).SetItem(round.Round, round);
        _isAnew = false;
    }

    /// <summary>Asks the load job to end, which then writes what it has recorded of a timeline, and reads what there is.</summary>
    /// <param name="output">Name of the folder with the rounds, in the working directory of the load job.</param>
    public async Task CollectAsync(string token, string output)
    {
        if (!OperatingSystem.IsLinux()) return;
        foreach (var id in Leftovers.Find(token).Where(IsLoad).ToList())
        {
            _folder = Link(id, "cwd") is { } home ? Path.Combine(home, output) : _folder;
            await EndAsync(id);
        }

        foreach (var path in Directory.Exists(_folder) ? Directory.GetFiles(_folder, "round-*.json") : []) Add(path);
    }

    private RoundObservation? TryRead(string path) => FileErrors.JsonOrNull(path, file =>
        JsonSerializer.Deserialize(file, ContractJson.Default.RoundObservation) is { } round && round.Block == block.Block.Id
        && round.Variants.Count == block.Applications.Count ? round : null);

    private static bool IsLoad(int id) => Link(id, "exe") is { } program && Path.GetFileName(program) == StagedPrograms.LoadName;

    // Null for a process that has ended.
    private static string? Link(int id, string name) =>
        FileErrors.Or(() => File.ResolveLinkTarget($"/proc/{id}/{name}", returnFinalTarget: false)?.FullName, null);

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
