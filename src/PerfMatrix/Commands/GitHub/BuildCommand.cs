using System.CommandLine;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary><c>github build</c>: publishes the programs of one side or of both, and of the reference of a run, once, for all jobs that measure.</summary>
public static class BuildCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="step">What the step gets.</param>
    /// <param name="error">Where progress goes.</param>
    public static Command Create(StepContext step, TextWriter error)
    {
        var selection = new SelectionOptions("pr");
        var reference = new ReferenceOption();
        var old = new Option<string?>("--base") { Description = "Commit to compare with. Without it the head alone is published." };
        var head = new Option<string?>("--head") { Description = "Commit that is compared; the working tree unless given." };
        var json = new Option<bool>("--json") { Description = "Print programs.json." };
        var command = new Command("build", "Publishes the programs of a selection into --out, to be uploaded and given to measuring jobs as --programs. Exit code 2: head does not build; 3: base does not build.") { old, head, json };
        selection.AddTo(command);
        reference.AddTo(command);
        command.SetAction(async (line, cancellation) =>
        {
            var root = step.Root();
            var folder = selection.Out(line) ?? throw new UsageException("found no --out, expected the folder that receives the programs");
            var request = new PairedRequest(selection.Request(line), Side(line.GetValue(old)), Side(line.GetValue(head))) { Profile = selection.ProfileChoice(line) };
            var progress = new Reporting.Progress.LineProgress(error, TimeProvider.System, []);
            var list = line.GetValue(old) is null
                ? await BuildHeadAsync(root, folder, request, reference.Part(line, root, JobPart.All), progress, cancellation)
                : await BuildBothAsync(root, folder, request, progress, cancellation);
            line.InvocationConfiguration.Output.Write(line.GetValue(json) ? File.ReadAllText(Path.Combine(folder, "programs.json")) : Text(list, folder));
        });
        return command;
    }

    private static async Task<ProgramList> BuildBothAsync(string root, string folder, PairedRequest request, IRunProgress progress, CancellationToken cancellation)
    {
        await using var measurement = await PairedMeasurement.PrepareAsync(root, request, cancellation);
        await measurement.PublishAsync(progress, cancellation);
        return ProgramExport.Write(folder, measurement.Built, measurement.Patches);
    }

    private static async Task<ProgramList> BuildHeadAsync(string root, string folder, PairedRequest request, JobPart job, IRunProgress progress, CancellationToken cancellation)
    {
        if (request.Head.Revision is not null)
            throw new UsageException("--head: found no --base; both are compared, so give both, or none to publish the working tree alone");
        await using var preparation = await RunPreparation.PrepareAsync(root, request.Plan, request.Profile, job, cancellation);
        await preparation.PublishAsync(progress, cancellation);
        return ProgramExport.Write(folder, preparation.Built, preparation.Patches);
    }

    private static SideSource Side(string? revision) => revision is null ? SideSource.WorkingTree : new SideSource(revision);

    private static string Text(ProgramList list, string folder) => string.Concat(
        list.Programs.Select(program => $"{program.Side}: {program.Project} {program.Patch}: {program.Folder ?? program.Failure}\n").Append($"Programs: {folder}\n"));
}
