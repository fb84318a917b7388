namespace PerfMatrix.Evidence.Commands;

/// <summary><c>history inject</c>: which steps the trend would find in a history as it was measured.</summary>
internal static class HistoryInjectCommand
{
    private const string Usual = "1,2,3,5";

    public static Command Create()
    {
        var place = new HistoryPlace();
        var percent = new Option<string>("--percent") { DefaultValueFactory = _ => Usual }.Help("Sizes of the steps, in percent worse.");
        var trials = new Option<int>("--trials") { DefaultValueFactory = _ => 20 }.Help("Steps of each size and kind.").Between(1, 1000);
        var command = new Command(
            "inject", $"Puts steps of known size into the ratios of a history and counts those that the trend marks within "
                + $"{HistoryInjection.Soon} and {HistoryInjection.Late} runs. Writes nothing.") { percent, trials };
        place.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var percents = Percents(line.GetValue(percent)!);
            var runs = await place.ReadAsync(line, files => Rebuilding.ReadAll(files).Runs, cancellation);
            var injection = new HistoryInjection([.. runs.OrderBy(run => run.Run.Sequence)]);
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

    private static IReadOnlyList<double> Percents(string text) => [.. text.Split(',').Select(one =>
        double.TryParse(one, NumberStyles.Float, CultureInfo.InvariantCulture, out var percent) && percent is > 0 and < 100 ? percent
        : throw new UsageException($"--percent: found '{one}', expected numbers above 0 and below 100, e.g. {Usual}"))];
}
