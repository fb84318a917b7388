using System.CommandLine;
using PerfMatrix.GitHub;

namespace PerfMatrix.Commands;

/// <summary><c>github inputs</c>: refuses a dispatched workflow whose inputs exclude each other, before anything is measured.</summary>
public static class DispatchCommand
{
    private static readonly Option<string?> s_base = new("--base") { Description = "Input base: commit to compare with." };
    private static readonly Option<string?> s_head = new("--head") { Description = "Input head: what is compared with it." };
    private static readonly Option<string?> s_runtimes = new("--runtimes") { Description = "Input runtimes: two runtimes to compare." };
    private static readonly Option<string?> s_gcModes = new("--gc-modes") { Description = "Input gc-modes: two GC modes to compare." };
    private static readonly Option<string?> s_runtime = new("--runtime") { Description = "Input runtime: the runtime to measure." };
    private static readonly Option<string?> s_gc = new("--gc") { Description = "Input gc: the GC mode to measure." };
    private static readonly Option<bool> s_publish = new("--publish") { Description = "Input publish: whether the result goes to the history." };

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        var command = new Command("inputs", "Rejects conflicting inputs of perf-dispatch.yml (exit code 2), and says what the workflow will do.") { s_base, s_head, s_runtimes, s_gcModes, s_runtime, s_gc, s_publish };
        command.SetAction(line =>
        {
            var request = new DispatchRequest
            {
                Base = line.GetValue(s_base),
                Head = line.GetValue(s_head),
                Runtimes = line.GetValue(s_runtimes),
                GcModes = line.GetValue(s_gcModes),
                Runtime = line.GetValue(s_runtime),
                Gc = line.GetValue(s_gc),
                Publish = line.GetValue(s_publish),
            };
            request.Check();
            line.InvocationConfiguration.Output.WriteLine($"perfmatrix: the workflow {request.Meaning}{(request.Publish ? " and publishes" : "")}");
            return CommandLine.Good;
        });
        return command;
    }
}
