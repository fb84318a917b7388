using PerfMatrix.History.Exchange;

namespace PerfMatrix.Commands;

/// <summary><c>export</c>: writes a run in the form of another tool.</summary>
internal static class ExportCommand
{
    private const string ActionBenchmark = "github-action-benchmark";

    public static Command Create()
    {
        var run = RunArguments.One();
        var format = new Option<string>("--format", "-f")
        {
            Description = "Form of the output: github-action-benchmark.",
            DefaultValueFactory = _ => ActionBenchmark,
        };
        format.AcceptOnlyFromAmong(ActionBenchmark);
        var folder = new Option<string?>("--out", "-o")
        {
            Description = "Folder for bigger-is-better.json and smaller-is-better.json (default: the folder of the run).",
        };
        var all = new Option<bool>("--all")
        {
            Description = "Export every run of a folder of runs, e.g. one for each kind of machine of a workflow run. Where two measured the same, "
                + "the newest counts.",
        };
        var command = new Command("export", "Writes a run as the two lists of github-action-benchmark.") { run, format, folder, all };
        command.SetAction(parsed =>
        {
            var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
            var paths = parsed.GetValue(all) ? RunFolder.FindDocuments(parsed.GetValue(run)!) : [RunFolder.FindDocument(parsed.GetValue(run)!)];
            var documents = paths.Select(RunDocument.File.Read).ToList();
            var target = parsed.GetValue(folder) ?? Path.GetDirectoryName(Path.GetFullPath(paths[0]))!;
            Directory.CreateDirectory(target);
            foreach (var (direction, name) in new[] { (Direction.HigherIsBetter, "bigger-is-better.json"),
                (Direction.LowerIsBetter, "smaller-is-better.json") })
            {
                var entries = documents.SelectMany(document => ActionBenchmarkExport.Of(document, direction)).DistinctBy(entry => entry.Name)
                    .ToList();
                AtomicFile.Write(Path.Combine(target, name), Encoding.UTF8.GetBytes(DocumentJson.Text(entries)));
                output.WriteLine($"{Path.Combine(target, name)}: {entries.Count} entries");
                if (entries.Count == 0)
                    error.WriteLine($"perfmatrix: warning: {name} is empty, and github-action-benchmark fails on an empty list; skip that step.");
            }

            return CommandLine.Good;
        });
        return command;
    }
}
