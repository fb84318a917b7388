using PerfMatrix.History.Exchange;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>history inject</c>: which steps the trend would find in a history as it was measured.</summary>
internal static class HistoryInjectCommand
{
    private const string Usual = "1,2,3,5";

    public static Command Create()
    {
        var place = new HistoryPlace();
        var data = new Argument<string?>("data")
        {
            Description = "data.js of github-action-benchmark, instead of a history: its values without a reference.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var percent = new Option<string>("--percent") { DefaultValueFactory = _ => Usual }.Help("Sizes of the steps, in percent worse.");
        var trials = new Option<int>("--trials") { DefaultValueFactory = _ => 20 }.Help("Steps of each size and kind.").Between(1, 1000);
        var command = new Command(
            "inject", $"Puts steps of known size into the ratios of a history and counts those that the trend marks within "
                + $"{HistoryInjection.Soon} and {HistoryInjection.Late} runs. Writes nothing.") { data, percent, trials };
        place.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var percents = Percents(line.GetValue(percent)!);
            var runs = line.GetValue(data) is { } path ? await ImportedAsync(path, place.IsGiven(line), cancellation)
                : [.. (await place.ReadAsync(line, files => Rebuilding.ReadAll(files).Runs, cancellation)).OrderBy(run => run.Run.Sequence)];
            var injection = new HistoryInjection(runs);
            var shares = injection.Inject(percents, line.GetValue(trials), cancellation);
            var output = line.InvocationConfiguration.Output;
            await output.WriteLineAsync($"{runs.Count} runs; {injection.CountMarks()} marks without a step.");
            foreach (var noise in injection.Noise())
                await output.WriteLineAsync(
                    $"{noise.Metric}: {Text.Number(noise.Percent, 2)} % from run to run, autocorrelation {Text.Number(noise.Autocorrelation, 2)}.");
            foreach (var share in shares) await output.WriteLineAsync(share.Sentence);
        });
        return command;
    }

    private static async Task<IReadOnlyList<CompactRun>> ImportedAsync(string path, bool isPlaceGiven, CancellationToken cancellation)
    {
        if (isPlaceGiven) throw new UsageException($"found both {path} and a place of a history; give one of them");
        return [.. (await ActionBenchmarkImport.ReadFileAsync(path, cancellation)).Select(HistoryInjection.AsRatios)];
    }

    private static IReadOnlyList<double> Percents(string text) => [.. text.Split(',').Select(one =>
        double.TryParse(one, NumberStyles.Float, CultureInfo.InvariantCulture, out var percent) && percent is > 0 and < 100 ? percent
        : throw new UsageException($"--percent: found '{one}', expected numbers above 0 and below 100, e.g. {Usual}"))];
}
