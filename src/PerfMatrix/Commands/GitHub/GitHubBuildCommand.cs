using System.CommandLine;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;

namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github build</c>: publishes the programs of one side or of both, and of the reference of a run, once, for all jobs that
/// measure.</summary>
internal static class GitHubBuildCommand
{
    public static Command Create(CommandContext context)
    {
        var selection = new SelectionOptions("pr");
        var reference = new ReferenceOption();
        var old = new Option<string?>("--base") { Description = "Commit to compare with. Without it only the head is built." };
        var head = new Option<string?>("--head") { Description = "Commit to compare (default: the working tree)." };
        var json = new Option<bool>("--json") { Description = "Print programs.json." };
        var command = new Command(
            "build", "Builds the programs of a selection into --out, for upload; measuring jobs take them with --programs. Output "
                + "sha256 seals them for --programs-sha256. Exit code 2: head does not build; 3: base does not build; output unbuilt says which.")
            {
                old, head, json,
            };
        selection.AddBuildingTo(command);
        reference.AddTo(command, old);
        command.SetAction(async (line, cancellation) =>
        {
            var (root, chosen) = (context.Root(), selection.Of(line));
            var folder = chosen.Out ?? throw new UsageException("found no --out, expected the folder that receives the programs");
            var request = Request(line.GetValue(old), line.GetValue(head), chosen);
            if (!request.IsComparison)
                request = request with { Job = JobPart.All with { References = reference.Pins(line, root) } };
            await using var measurement = await PreparedMeasurement.PrepareAsync(root, request, cancellation);
            try
            {
                await measurement.PublishAsync(new LineProgress(line.InvocationConfiguration.Error, context.Clock, []), cancellation);
            }
            catch (SideBuildException problem)
            {
                context.Files(line.InvocationConfiguration.Output).Output("unbuilt", problem.Side.Name());
                throw;
            }

            var (list, sha) = ProgramExport.Write(folder, measurement.Built, measurement.Patches);
            var output = line.InvocationConfiguration.Output;
            output.Write(line.GetValue(json) ? ProgramList.File.Format(list) : Text(list, folder));
            context.Files(line.GetValue(json) ? TextWriter.Null : output).Seal(ProgramList.File.Name, sha);
        });
        return command;
    }

    private static MeasurementRequest Request(string? old, string? head, MeasuringChoice chosen) => old is null && head is not null
        ? throw new UsageException("--head: found no --base; both are compared, so give both, or none to publish the working tree alone")
        : new(chosen.Plan, SideSource.Of(head), old is null ? null : SideSource.Of(old)) { Profile = chosen.Profile };

    private static string Text(ProgramList list, string folder) => string.Concat(
        list.Programs.Select(program => $"{program.Side}: {program.Project} {program.Patch}: {program.Folder ?? program.Failure}\n")
            .Append($"Programs: {folder}\n"));
}
