using System.Text.RegularExpressions;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>wrk, the HTTP load generator people use today (https://github.com/wg/wrk), from the system's packages.</summary>
internal static partial class Wrk
{
    /// <summary>Installs it with apt when it is missing and this is root.</summary>
    /// <exception cref="InvalidOperationException">It is missing and cannot be installed.</exception>
    public static void Install()
    {
        if (Repository.Exists("wrk"))
            return;
        if (Environment.UserName != "root" || !Repository.Exists("apt-get"))
            throw new InvalidOperationException("wrk is not installed. Install it (Debian, Ubuntu: sudo apt-get install wrk), then run scripts/benchmark load again.");
        Repository.Run("apt-get", "update");
        Repository.Run("apt-get", "install", "-y", "wrk");
    }

    /// <summary>One run with one thread and 32 connections.</summary>
    public static (double Requests, double RequestsPerSecond) Run(string url, int seconds)
    {
        var output = Repository.Run("wrk", "-t1", "-c32", $"-d{seconds}s", url);
        return (double.Parse(Requests().Match(output).Groups["value"].Value), double.Parse(PerSecond().Match(output).Groups["value"].Value));
    }

    [GeneratedRegex(@"(?<value>\d+) requests in", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Requests();

    [GeneratedRegex(@"Requests/sec:\s+(?<value>[\d.]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex PerSecond();
}
