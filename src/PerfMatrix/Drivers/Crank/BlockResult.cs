using System.Text.Json;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Crank;

/// <summary>
/// What came back from a deployment: the files of the rounds, and crank's own result. Neither is believed alone. crank ends with code 0 when a load job
/// was killed, or an application died; and a download that fails is left out with a line in the log.
/// </summary>
internal static class BlockResult
{
    /// <summary>Files that the load job writes: one a round, and one of the control round behind a timeline.</summary>
    public static int Files(BlockDeployment block) => block.Measure.Rounds + (block.Measure.Timeline > TimeSpan.Zero && block.Load.Requests is null ? 1 : 0);

    /// <summary>Reads both, and checks one against the other.</summary>
    /// <param name="block">The block.</param>
    /// <param name="files">Where they are.</param>
    /// <param name="exitCode">Exit code of the controller.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="DisagreementException">Both are there, and do not agree.</exception>
    /// <exception cref="DriverException">Something is missing.</exception>
    public static async Task<IReadOnlyList<RoundObservation>> ReadAsync(BlockDeployment block, BlockFiles files, int exitCode, CancellationToken cancellation)
    {
        var result = CrankResultFile.Read(files.Result) ?? throw new DriverException($"the controller ended with code {exitCode} and wrote no result");
        if (result.ReturnCode != 0 || exitCode != 0)
            throw new DriverException($"a job failed (crank's return code {result.ReturnCode}, exit code {exitCode})");
        var reported = result.Totals(BlockConfiguration.LoadService) ?? throw new DriverException("the load job ended without its metrics: it was killed, or stopped by its timeout");
        var rounds = await ReadRoundsAsync(block, files.Rounds, cancellation);
        var counted = rounds.Aggregate(new BlockTotals(), (totals, round) => totals.Plus(round));
        return reported.Agrees(counted)
            ? rounds
            : throw new DisagreementException($"crank's statistics and the files of the rounds do not agree: {reported} against {CrankTotals.Of(counted)}");
    }

    private static async Task<IReadOnlyList<RoundObservation>> ReadRoundsAsync(BlockDeployment block, string folder, CancellationToken cancellation)
    {
        var rounds = new List<RoundObservation>();
        for (var round = 1; round <= Files(block); round++)
        {
            var observation = await ReadAsync(Path.Combine(folder, $"round-{round:000}.json"), cancellation);
            if (observation.Block != block.Block.Id || observation.Round != round || observation.Variants.Count != block.Applications.Count)
                throw new DriverException($"the file of round {round} holds round {observation.Round} of block {observation.Block} with {observation.Variants.Count} variants");
            rounds.Add(observation);
        }

        return rounds;
    }

    private static async Task<RoundObservation> ReadAsync(string path, CancellationToken cancellation)
    {
        try
        {
            await using var stream = File.OpenRead(path);
            return await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.RoundObservation, cancellation) ?? throw new JsonException("it holds null");
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            throw new DriverException($"the file of a round came back incomplete ({Path.GetFileName(path)}: {exception.Message})", exception);
        }
    }
}

/// <summary>What came back does not agree with itself: nothing of it is to be used.</summary>
internal sealed class DisagreementException(string message) : DriverException(message);
