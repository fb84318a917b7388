namespace PerfMatrix.Evidence.Commands;

/// <summary><c>history demo</c>: generates a history with known changes, or many of them to count how well the changes are marked.</summary>
internal static class HistoryDemoCommand
{
    public static Command Create()
    {
        var runs = new Option<int>("--runs") { Description = "Number of runs.", DefaultValueFactory = _ => 1000 }.Between(1, 100_000);
        var cells = new Option<int>("--cells") { Description = "Number of cells, at most 200.", DefaultValueFactory = _ => 200 }.Between(1, 200);
        var seed = new Option<int>("--seed") { Description = "Seed; the same one gives the same history.", DefaultValueFactory = _ => 1 };
        var seeds = new Option<int?>("--seeds")
        {
            Description = "Write nothing; generate this many histories, with seeds from --seed upwards, and show how often their marks are wrong.",
        }.Between(1, 10_000);
        var without = new Option<bool>("--without-changes") { Description = "Generate no changes, so that every mark is a false one." };
        var folder = new Option<string>("--out") { DefaultValueFactory = _ => DataFolder.Here("demo") }.Help(
            "Folder for the history and truth.json.");
        var command = new Command(
            "demo", "Generates a history with known changes, for trying out the site.") { runs, cells, seed, seeds, without, folder };
        command.Exclude(seeds, folder, "many histories are counted and none is written, so leave --out out");
        command.SetAction(async (line, cancellation) =>
        {
            var output = line.InvocationConfiguration.Output;
            var options = new DemoOptions(line.GetValue(runs), line.GetValue(cells), line.GetValue(seed), !line.GetValue(without));
            await (line.GetValue(seeds) is { } count ? TryAsync(options, count, output, cancellation)
                : WriteAsync(options, line.GetValue(folder)!, output));
        });
        return command;
    }

    private static async Task WriteAsync(DemoOptions options, string folder, TextWriter output)
    {
        var (truth, store) = DemoFolder.Write(folder, options);
        await output.WriteLineAsync(
            $"{folder}: {options.Runs} runs, {truth.Cells} cells, {truth.Changes.Count} true changes, {store.Changes.Count} "
                + $"marks; {DemoScore.Of(truth, store).Sentence}");
    }

    private static async Task TryAsync(DemoOptions options, int count, TextWriter output, CancellationToken cancellation)
    {
        var trials = DemoTrials.Run(options, count, (seed, score) => output.WriteLine($"seed {seed}: {score.Sentence}"), cancellation);
        await output.WriteAsync(
            $"{count} histories of {options.Cells} cells x {options.Runs} runs, seeds {options.Seed} "
                + $"to {options.Seed + count - 1}:\n{trials.ToText()}");
    }
}
