namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github suspects</c>: stage 1 from the artifacts of the screening jobs. What is confirmed next.</summary>
internal static class GitHubSuspectsCommand
{
    public static Command Create(CommandContext context)
    {
        var plan = new Option<string>("--plan") { Description = "The plan.json of `github plan --out`.", Required = true };
        var artifacts = new Option<string>("--artifacts") { Required = true }.Help(
            "Folder of the downloaded artifacts, with one folder for each job: screen-g01, screen-g01-attempt2.");
        var folder = new Option<string>("--out") { Description = "Folder for suspects.json.", Required = true };
        var json = new Option<bool>("--json") { Description = "Print suspects.json." };
        var choice = new PolicyOptions();
        var command = new Command(
            "suspects", "Finds the suspects of a pull request in the artifacts of the screening jobs and writes suspects.json. Outputs matrix (a "
                + $"second machine for each, at most {GroupPacking.MostSealed} if the time of a job is enough) and any. A job that did not report is "
                + "a warning here, and makes the verdict incomplete.")
        {
            plan, artifacts, folder, json, choice.Detect,
        };
        command.SetAction(line =>
        {
            var read = JobPlan.File.Read(line.GetValue(plan)!);
            var rules = choice.Of(line).Of(new PullRequestPolicy(context.Root(), read).Load(context.Today));
            var reader = new ArtifactReader(read);
            var decision = PullRequestDecision.OfScreen(read, new ArtifactFolders(line.GetValue(artifacts)!, "screen"), reader, rules);
            OutputFolder.Create(line.GetValue(folder)!);
            SuspectsDocument.File.Write(SuspectsDocument.File.In(line.GetValue(folder)!), decision.Decision.Suspects);
            Tell(context.Files(line.InvocationConfiguration.Output), line.InvocationConfiguration, decision, read, line.GetValue(json));
        });
        return command;
    }

    private static void Tell(StepFiles files, InvocationConfiguration streams, PullRequestDecision decision, JobPlan plan, bool json)
    {
        var suspects = decision.Decision.Suspects;
        foreach (var problem in decision.Problems) streams.Error.WriteLine(WorkflowCommand.Warning("Incomplete", problem));
        if (json)
        {
            streams.Output.Write(SuspectsDocument.File.Format(suspects));
            return;
        }

        foreach (var suspect in suspects.Suspects)
            streams.Output.WriteLine(
                $"suspect: {suspect.Id}: {string.Join(", ", suspect.Metrics.Select(metric => $"{metric.Metric} {metric.Suspicion.Word()}"))}");
        files.Output("matrix", JobMatrix.OfSuspects(suspects, plan));
        files.Output("any", suspects.Suspects.Count > 0 ? "true" : "false");
    }
}
