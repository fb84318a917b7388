using System.Collections;

namespace PerfMatrix.Benchmarks;

/// <summary>The checkout this program was built in, and the programs beside it.</summary>
internal static class BuiltCheckout
{
    public static string Root { get; } = FindRoot();
    public static string Perfmatrix => Path.Combine(Root, "artifacts", "bin", "PerfMatrix.Cli", "release", "PerfMatrix");

    public static bool Exists(string program) => SystemProcessRunner.Find(program, Environment.GetEnvironmentVariable("PATH")) is not null;

    /// <summary>What a program writes, run in the checkout unless a folder is given.</summary>
    /// <param name="code">The exit code expected, for a program whose answer it is.</param>
    /// <param name="variables">Added to those of this process.</param>
    /// <exception cref="InvalidOperationException">It ended otherwise; the message has its error output.</exception>
    public static string Run(
        string program, IReadOnlyList<string> arguments, string? folder = null, int code = 0, IReadOnlyDictionary<string, string>? variables = null)
    {
        var environment = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().ToDictionary(one => (string)one.Key, one => $"{one.Value}");
        foreach (var (name, value) in variables ?? new Dictionary<string, string>())
            environment[name] = value;
        var request = new ProcessRequest(program, arguments, folder ?? Root, environment);
        var ended = new SystemProcessRunner().RunAsync(request, CancellationToken.None).GetAwaiter().GetResult();
        return ended.ExitCode == code ? string.Join('\n', ended.Output) : throw new InvalidOperationException(
            $"{program} {string.Join(' ', arguments)} ended with code {ended.ExitCode} instead of {code}: {ended.Words}");
    }

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "perfmatrix.slnx")))
            folder = folder.Parent;
        return folder?.FullName ?? throw new InvalidOperationException("Run this from a checkout of perfmatrix.");
    }
}
