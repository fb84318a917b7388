namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github inputs</c>: rejects conflicting inputs of a dispatched workflow before an hour is spent on the wrong measurement.</summary>
internal static class GitHubInputsCommand
{
    public static Command Create()
    {
        var old = new Option<string?>("--base") { Description = "Input base: commit to compare with." };
        var head = new Option<string?>("--head") { Description = "Input head: what is compared with it." };
        var runtimes = Pair("--runtimes", "Input runtimes: two runtimes to compare.", "net8.0..net10.0");
        var gcModes = Pair("--gc-modes", "Input gc-modes: two GC modes to compare.", "server..datas");
        var runtime = new Option<string?>("--runtime") { Description = "Input runtime: the runtime to measure." };
        var gc = new Option<string?>("--gc") { Description = "Input gc: the GC mode to measure." };
        var publish = new Option<bool>("--publish") { Description = "Input publish: whether the result goes to the history." };
        var command = new Command("inputs", "Rejects conflicting inputs of perf-dispatch.yml (exit code 2), and says what the workflow will do.")
        {
            old, head, runtimes, gcModes, runtime, gc, publish,
        };
        command.Exclude(runtimes, gcModes, "one axis is compared, the others must be equal on both sides");
        command.Exclude(runtimes, runtime, "the two runtimes are those that are measured");
        command.Exclude(gcModes, gc, "the two GC modes are those that are measured");
        foreach (var values in new[] { runtimes, gcModes })
        {
            command.Exclude(old, values, "two commits are compared, or two values in one commit");
            command.Exclude(publish, values, "the history has no place for two values of an axis; the artifact of the run has the result");
        }

        command.SetAction(line =>
        {
            if (line.IsGiven(head) && !line.IsGiven(old))
                throw new UsageException(
                    $"--head: found '{ForeignText.Clean(line.GetValue(head)!)}' and no base, expected both; without base, choose the branch to "
                        + "measure in the form itself");
            var meaning = line.IsGiven(old) ? "compares two commits"
                : line.IsGiven(runtimes) || line.IsGiven(gcModes) ? "compares two values of an axis"
                : "measures";
            line.InvocationConfiguration.Output.WriteLine($"perfmatrix: the workflow {meaning}{(line.GetValue(publish) ? " and publishes" : "")}");
        });
        return command;
    }

    private static Option<string?> Pair(string name, string description, string example)
    {
        var option = new Option<string?>(name) { Description = description };
        option.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: var text }] && !AxisValuePair.IsPair(text))
                result.AddError($"{name}: found '{ForeignText.Clean(text)}', expected two values, e.g. {example}");
        });
        return option;
    }
}
