using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Benchmarks;

/// <summary>Our load generator against wrk: one server, one thread and 32 connections each, turn by turn.</summary>
internal static partial class LoadBenchmark
{
    private const int Runs = 9;
    private const int Seconds = 4;

    /// <summary>Requests per second, and CPU time of the generator per request.</summary>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        Wrk.Install();
        await using var server = await ServerUnderLoad.StartAsync();
        var url = new Uri(server.Address, "/hello").ToString();
        var ours = new List<Measured>();
        var wrk = new List<Measured>();
        Run(Ours, url); // warms the server up
        for (var run = 1; run <= Runs; run++)
        {
            // Turns change places, so that neither always follows the other.
            if (run % 2 == 1) ours.Add(Run(Ours, url));
            wrk.Add(Run(Wrk.Run, url));
            if (run % 2 == 0) ours.Add(Run(Ours, url));
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                    $"load {run}/{Runs}: ours {ours[^1].RequestsPerSecond:0}/s {ours[^1].MicrosecondsPerRequest:0.00} us, "
                        + $"wrk {wrk[^1].RequestsPerSecond:0}/s {wrk[^1].MicrosecondsPerRequest:0.00} us"));
        }

        return
        [
            BenchmarkRow.Beside("load/throughput", "requests/s", ours.ConvertAll(run => run.RequestsPerSecond),
                wrk.ConvertAll(run => run.RequestsPerSecond), "wrk", ">= 1.02", ratio => ratio >= 1.02),
            BenchmarkRow.Beside("load/cpuPerRequest", "us", ours.ConvertAll(run => run.MicrosecondsPerRequest),
                wrk.ConvertAll(run => run.MicrosecondsPerRequest), "wrk", "<= 1.0", ratio => ratio <= 1.0),
        ];
    }

    private static Measured Run(Func<string, int, (double Requests, double RequestsPerSecond)> generator, string url)
    {
        var before = ChildCpu.Total();
        var (requests, perSecond) = generator(url, Seconds);
        return new Measured(perSecond, (ChildCpu.Total() - before).TotalMicroseconds / requests);
    }

    private static (double Requests, double RequestsPerSecond) Ours(string url, int seconds)
    {
        var output = BuiltCheckout.Run(LocalPrograms.Find().Load, ["load", "--url", url, "--connections", "32", "--duration", $"{seconds}"]);
        var match = OursSummary().Match(output);
        return (double.Parse(match.Groups["requests"].Value), double.Parse(match.Groups["rate"].Value));
    }

    [GeneratedRegex(@"(?<requests>\d+) requests in [\d.]+ s, (?<rate>\d+) requests/s, 0 failed", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex OursSummary();

    private sealed record Measured(double RequestsPerSecond, double MicrosecondsPerRequest);
}

/// <summary>wrk, the HTTP load generator people use today (https://github.com/wg/wrk), from the system's packages.</summary>
internal static partial class Wrk
{
    /// <summary>Installs it with apt when it is missing and this is root.</summary>
    /// <exception cref="InvalidOperationException">It is missing and cannot be installed.</exception>
    public static void Install()
    {
        if (BuiltCheckout.Exists("wrk"))
            return;
        if (Environment.UserName != "root" || !BuiltCheckout.Exists("apt-get"))
            throw new InvalidOperationException(
                "wrk is not installed. Install it (Debian, Ubuntu: sudo apt-get install wrk), then run scripts/benchmark load again.");
        BuiltCheckout.Run("apt-get", ["update"]);
        BuiltCheckout.Run("apt-get", ["install", "-y", "wrk"]);
    }

    /// <summary>One run with one thread and 32 connections.</summary>
    public static (double Requests, double RequestsPerSecond) Run(string url, int seconds)
    {
        var output = BuiltCheckout.Run("wrk", ["-t1", "-c32", $"-d{seconds}s", url]);
        return (double.Parse(Requests().Match(output).Groups["value"].Value), double.Parse(PerSecond().Match(output).Groups["value"].Value));
    }

    [GeneratedRegex(@"(?<value>\d+) requests in", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Requests();

    [GeneratedRegex(@"Requests/sec:\s+(?<value>[\d.]+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex PerSecond();
}

/// <summary>CPU time of all child processes that have ended (getrusage(2), RUSAGE_CHILDREN), so that a generator's start counts as well.</summary>
internal static unsafe partial class ChildCpu
{
    private const int Children = -1;

    /// <summary>User and kernel time so far.</summary>
    public static TimeSpan Total()
    {
        // struct rusage begins with two struct timeval (seconds, microseconds): user and system time.
        var usage = stackalloc long[18];
        if (getrusage(Children, usage) != 0)
            throw new InvalidOperationException("getrusage failed.");
        return TimeSpan.FromSeconds(usage[0] + usage[2]) + TimeSpan.FromMicroseconds(usage[1] + usage[3]);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int getrusage(int who, long* usage);
#pragma warning restore IDE1006, CA5392
}

/// <summary>A running minimal API on loopback, for generators to put load on.</summary>
internal sealed class ServerUnderLoad : IAsyncDisposable
{
    private readonly ChildProcess _process;

    private ServerUnderLoad(ChildProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <summary>Publishes and starts it, and waits for its first answer.</summary>
    public static async Task<ServerUnderLoad> StartAsync()
    {
        var application = await BenchmarkApplication.PublishAsync();
        var address = new Uri($"http://127.0.0.1:{FreePorts.Find(1)[0]}");
        var environment = new Dictionary<string, string>(application.Environment)
        {
            ["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority),
        };
        var process = ChildProcess.StartForeign(
            Path.Combine(application.Folder, application.Executable), [], application.Folder, environment);
        await ReadyAsync(process);
        return new ServerUnderLoad(process, address);
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static async Task ReadyAsync(ChildProcess process)
    {
        await foreach (var line in process.Lines.ReadAllAsync())
        {
            if (line.Contains("Application started", StringComparison.Ordinal))
                return;
        }

        throw new InvalidOperationException("The server ended before it was ready.");
    }
}
