namespace PerfMatrix.Commands;

/// <summary><c>export</c>: writes runs in the form of another tool.</summary>
internal static class ExportCommand
{
    public static Command Create()
    {
        var run = RunArguments.One();
        var format = new Option<string>("--format", "-f") { DefaultValueFactory = _ => ExportFormat.All[0].Name }.Help(
            $"Form of the output: {string.Join("; ", ExportFormat.All.Select(one => $"{one.Name} ({one.Words})"))}.");
        format.AcceptOnlyFromAmong([.. ExportFormat.All.Select(one => one.Name)]);
        var folder = new Option<string?>("--out", "-o") { Description = "Folder for the files (default: the folder of the run)." };
        var all = new Option<bool>("--all").Help(
            "Export every run of a folder of runs, e.g. one for each kind of machine of a workflow run. Where two measured the same, "
                + "the newest counts; csv has both.");
        var command = new Command("export", "Writes a run for other tools.") { run, format, folder, all };
        command.SetAction(line =>
        {
            var (output, error) = (line.InvocationConfiguration.Output, line.InvocationConfiguration.Error);
            var paths = line.GetValue(all) ? RunFolder.FindDocuments(line.GetValue(run)!) : [RunFolder.FindDocument(line.GetValue(run)!)];
            var target = line.GetValue(folder) ?? Path.GetDirectoryName(Path.GetFullPath(paths[0]))!;
            OutputFolder.Create(target);
            var form = ExportFormat.Named(line.GetRequiredValue(format));
            var files = form.Files([.. paths.Select(RunDocument.File.Read)]).ToList();
            if (files.Count == 0)
                error.WriteLine(CommandLine.Warning($"nothing of what was measured goes to {form.Name}, so no file was written"));
            foreach (var file in files)
            {
                var path = Path.Combine(target, file.Name);
                AtomicFile.Write(path, Encoding.UTF8.GetBytes(file.Text));
                output.WriteLine($"{path}: {file.What}");
            }
        });
        return command;
    }
}
