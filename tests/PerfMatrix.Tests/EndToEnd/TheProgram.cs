using System.Diagnostics;
using System.Runtime.InteropServices;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>Runs the built command line as a user does, in this checkout, with a folder of its own for the results.</summary>
internal sealed partial class TheProgram : IDisposable
{
    /// <summary>The smallest run that measures: one cell, a few slices a round.</summary>
    public static string[] SmallRun(int rounds = 1, string runtime = "net10.0") =>
        ["run", "--scenario", "hello-minimal", "--runtime", runtime, "--gc", "workstation", "--rounds", $"{rounds}", "--slices", "8", "--warmup",
            "100ms"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-e2e-");

    /// <summary>Where <c>--out</c> points.</summary>
    public string Out => Path.Combine(_folder.FullName, "runs");
    public RunDocument Run => RunDocument.File.Read(RunFolder.FindDocument(Out));

    public async Task<Outcome> RunAsync(
        IEnumerable<string> arguments, string? workingDirectory = null, params (string Name, string Value)[] environment)
    {
        using var process = Start(arguments, workingDirectory, environment);
        var (code, output, error) = await Eventually.EndsAsync(process);
        return new Outcome(code, output, error);
    }

    public Process Start(IEnumerable<string> arguments, string? workingDirectory = null, params (string Name, string Value)[] environment)
    {
        var withOut = arguments.Any(argument => argument == "run") && !arguments.Contains("--out") ? arguments.Append("--out").Append(Out)
            : arguments;
        var start = new ProcessStartInfo(Checkout.Program, withOut)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = workingDirectory ?? Checkout.Root,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        return Process.Start(start)!;
    }

    /// <summary>Waits until the run under way says in its folder that a block has been deployed.</summary>
    public async Task<IReadOnlyList<int>> ChildrenAsync(Process program)
    {
        List<int> children = [];
        await Eventually.IsTrueAsync(() => program.HasExited || (children = Descendants(program.Id))
            .Any(pid => CommandLineOf(pid).Contains("MinimalApi", StringComparison.Ordinal)), "a running application");
        return children;
    }

    /// <summary>Waits until the run under way has written its first round.</summary>
    public Task FirstRoundAsync(Process program) =>
        Eventually.IsTrueAsync(() => program.HasExited || (Directory.Exists(Out) && RawFiles().Any()), "a measured round");

    public static IEnumerable<int> Alive(IEnumerable<int> processes) => processes.Where(pid => CommandLineOf(pid).Length > 0);

    public static void Interrupt(Process process) => _ = kill(process.Id, 2);

    public void Dispose() => _folder.Delete(recursive: true);

    private IEnumerable<string> RawFiles() =>
        Directory.EnumerateFiles(Out, "*-1.json", SearchOption.AllDirectories).Where(path => path.Contains("/raw/", StringComparison.Ordinal));

    private static List<int> Descendants(int process)
    {
        var parents = Directory.GetDirectories("/proc")
            .Select(path => int.TryParse(Path.GetFileName(path), out var pid) ? pid : 0)
            .Where(pid => pid > 0)
            .ToLookup(ParentOf);
        var found = new List<int>();
        var open = new Queue<int>([process]);
        while (open.TryDequeue(out var next))
        {
            found.AddRange(parents[next]);
            foreach (var child in parents[next])
                open.Enqueue(child);
        }

        return found;
    }

    private static int ParentOf(int process)
    {
        var stat = Read($"/proc/{process}/stat");
        // The name of the program, in parentheses, may hold spaces; the parent is the second field behind it.
        return stat.LastIndexOf(')') is > 0 and var end ? int.Parse(stat[(end + 2)..].Split(' ')[1]) : 0;
    }

    private static string CommandLineOf(int process) => Read($"/proc/{process}/cmdline");

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (IOException)
        {
            return "";
        }
    }

#pragma warning disable IDE1006 // a name of the C library
    [LibraryImport("libc")]
    private static partial int kill(int process, int signal);
#pragma warning restore IDE1006

    internal sealed record Outcome(int ExitCode, string Output, string Error);
}
