namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github build</c>: publishes the programs of one side or both, and of a run's reference, once for all jobs that measure.</summary>
internal static class GitHubBuildCommand
{
    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions("pr");
        var reference = new ReferenceOption();
        var old = new Option<string?>("--base") { Description = "Commit to compare with. Without it only the head is built." };
        var head = new Option<string?>("--head") { Description = "Commit to compare (default: the working tree)." };
        var only = new Option<string?>("--side").Help(
            "Build only this side, so that base and head are built in jobs of their own. --programs takes a folder with one folder for "
                + "each side.");
        only.AcceptOnlyFromAmong(Side.Base.Name(), Side.Head.Name());
        var json = new Option<bool>("--json") { Description = "Print programs.json." };
        var command = new Command(
            "build", "Builds the programs of a selection into --out, for upload; measuring jobs take them with --programs. Files of a runtime's "
                + "public packages are left out and fetched there. Exit code 2: head does not build; 3: base does not build; output unbuilt says "
                + "which.")
            {
                old, head, only, json,
            };
        selection.AddBuildingTo(command);
        reference.AddTo(command, old);
        command.SetAction(async (line, cancellation) =>
        {
            var (root, chosen) = (context.Root(), selection.Of(line));
            var folder = chosen.Out ?? throw new UsageException("found no --out, expected the folder that receives the programs");
            Side? side = line.GetValue(only) switch { null => null, var name => name == Side.Base.Name() ? Side.Base : Side.Head };
            if (side is not null && line.GetValue(old) is null)
                throw new UsageException("--side: found no --base, so there is one side only; give --base, or leave --side out");
            var request = reference.Request(line, root, chosen, line.GetValue(old), line.GetValue(head));
            await using var measurement = await PreparedMeasurement.PrepareAsync(root, request, cancellation);
            try
            {
                await measurement.PublishAsync(new LineProgress(line.InvocationConfiguration.Error, context.Clock, []), cancellation, side);
            }
            catch (SideBuildException problem)
            {
                context.Files(line.InvocationConfiguration.Output).Output("unbuilt", problem.Side.Name());
                throw;
            }

            var built = measurement.Built.Where(one => side is null || one.Side == side).ToList();
            var list = ProgramExport.Write(folder, built, measurement.Patches, RuntimePackages.Of(root));
            line.InvocationConfiguration.Output.Write(line.GetValue(json) ? ProgramList.File.Format(list) : Text(list, folder));
        });
        return command;
    }

    private static string Text(ProgramList list, string folder) => string.Concat(
        list.Programs.Select(program => $"{program.Side}: {program.Project} {program.Patch}: {program.Folder ?? program.Failure}{Whole(program)}\n")
            .Append($"Programs: {folder}\n"));

    private static string Whole(PublishedProgram program) =>
        program is { Folder: not null, FromPackages: [] } ? ", with its own .NET, which came from another feed than nuget.org" : "";
}
