using System.CommandLine;
using System.Text;
using PerfMatrix.GitHub.Workflows;
using PerfMatrix.Results;

namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github inputs</c>: refuses a dispatched workflow whose inputs exclude each other, before anything is measured.</summary>
internal static class GitHubInputsCommand
{
    private static readonly Option<string?> s_base = new("--base") { Description = "Input base: commit to compare with." };
    private static readonly Option<string?> s_head = new("--head") { Description = "Input head: what is compared with it." };
    private static readonly Option<string?> s_runtimes = new("--runtimes") { Description = "Input runtimes: two runtimes to compare." };
    private static readonly Option<string?> s_gcModes = new("--gc-modes") { Description = "Input gc-modes: two GC modes to compare." };
    private static readonly Option<string?> s_runtime = new("--runtime") { Description = "Input runtime: the runtime to measure." };
    private static readonly Option<string?> s_gc = new("--gc") { Description = "Input gc: the GC mode to measure." };
    private static readonly Option<bool> s_publish = new("--publish") { Description = "Input publish: whether the result goes to the history." };

    public static Command Create()
    {
        var command = new Command("inputs", "Rejects conflicting inputs of perf-dispatch.yml (exit code 2), and says what the workflow will do.")
        {
            s_base, s_head, s_runtimes, s_gcModes, s_runtime, s_gc, s_publish,
        };
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

/// <summary><c>github sync</c>: writes the choices of the dispatch form from <c>crank/matrix.yml</c>.</summary>
internal static class SyncCommand
{
    public static Command Create(GitHubConnection connection)
    {
        var check = new Option<bool>("--check") { Description = "Write nothing; exit code 2 when the file is out of date." };
        var command = new Command(
            "sync", $"Updates the choices in {DispatchInputs.Workflow} from crank/matrix.yml and crank/profiles.yml.") { check };
        command.SetAction(line =>
        {
            var root = connection.Root();
            var path = Path.Combine(root, DispatchInputs.Workflow);
            if (!File.Exists(path)) throw new UsageException($"{DispatchInputs.Workflow}: no such file. `perfmatrix init` writes the workflows.");
            var text = File.ReadAllText(path);
            var synced = MarkedRegion.Replace(text, DispatchInputs.Load(root), DispatchInputs.Workflow);
            if (synced != text && line.GetValue(check))
                throw new UsageException(
                    $"{DispatchInputs.Workflow}: its choices are not those of crank/. Run `scripts/perfmatrix github sync` and commit the file.");
            if (synced != text) AtomicFile.Write(path, Encoding.UTF8.GetBytes(synced));
            line.InvocationConfiguration.Output.WriteLine($"{DispatchInputs.Workflow}: {(synced == text ? "up to date" : "written")}");
            return CommandLine.Good;
        });
        return command;
    }
}
