using System.CommandLine;
using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary><c>perfmatrix plan</c>: expands the matrix and shows cells, blocks and time. Same files and options, same bytes.</summary>
public static class PlanCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="thisMachine">The limits of this machine; asked only when the options name no other.</param>
    public static Command Create(Func<MachineLimits> thisMachine)
    {
        var selection = new SelectionOptions();
        var reference = new ReferenceOption();
        var cores = new Option<int?>("--machine-cores") { Description = "Plan for a machine with this many CPUs instead of this machine." };
        var json = new Option<bool>("--json") { Description = "Print the plan as JSON." };
        var github = new Option<bool>("--github") { Description = "Print outputs for a GitHub Actions job: name=value lines, the matrix as compact JSON." };
        var command = new Command("plan", "Shows the cells, blocks and time of a selection, without measuring.") { cores, json, github };
        selection.AddTo(command);
        reference.AddTo(command);
        command.SetAction(line =>
        {
            var (root, chosen) = (RepositoryRoot.Find(), selection.Of(line));
            var matrix = MatrixDefinition.Load(root);
            var plan = MatrixPlan.Of(matrix, chosen.Plan with { References = reference.Pins(line, root).Count }, MachineOf(line.GetValue(cores), thisMachine), unavailable: _ => null);
            _ = ResolvedPlan.ScenariosOf(root, plan, chosen.Profile);
            var text = Format(matrix, plan, line.GetValue(json), line.GetValue(github));
            if (chosen.Out is { } file) AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
            else line.InvocationConfiguration.Output.Write(text);
        });
        return command;
    }

    private static MachineLimits MachineOf(int? cores, Func<MachineLimits> thisMachine) => cores switch
    {
        null => thisMachine(),
        >= 1 => new(cores.Value),
        _ => throw new UsageException($"--machine-cores: found {cores}, expected at least 1"),
    };

    private static string Format(MatrixDefinition matrix, MatrixPlan plan, bool json, bool github) => (json, github) switch
    {
        (true, true) => throw new UsageException("found both --json and --github, expected one of them"),
        (true, _) => PlanDocument.Json(plan) + "\n",
        (_, true) => GitHubPlan.Outputs(plan),
        _ => PlanText.Format(matrix, plan),
    };
}
