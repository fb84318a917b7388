using System.Diagnostics;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The checkout this program was built in, and the programs beside it.</summary>
internal static class BuiltCheckout
{
    public static string Root { get; } = FindRoot();
    public static string Perfmatrix => Environment.ProcessPath!;

    public static bool Exists(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <exception cref="InvalidOperationException">It failed; the message has its error output.</exception>
    public static string Run(string program, params string[] arguments) => RunIn(Root, program, arguments);

    public static string RunIn(string folder, string program, params string[] arguments) => RunUntil(0, folder, program, arguments);

    /// <summary>The same for a program whose answer is its exit code.</summary>
    public static string RunUntil(int code, string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = folder,
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == code ? output : throw new InvalidOperationException(
            $"{program} {string.Join(' ', arguments)} ended with code {process.ExitCode} instead of {code}: {error.Result}");
    }

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "perfmatrix.slnx")))
            folder = folder.Parent;
        return folder?.FullName ?? throw new InvalidOperationException("Run this from a checkout of perfmatrix.");
    }
}
