using System.Globalization;
using System.Text.RegularExpressions;
using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Evidence.Benchmarks;

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
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"load {run}/{Runs}: ours {ours[^1].RequestsPerSecond:0}/s {ours[^1].MicrosecondsPerRequest:0.00} us, wrk {wrk[^1].RequestsPerSecond:0}/s {wrk[^1].MicrosecondsPerRequest:0.00} us"));
        }

        return [Throughput(ours, wrk), Cpu(ours, wrk)];
    }

    private static BenchmarkRow Throughput(List<Measured> ours, List<Measured> wrk)
    {
        var ratios = ours.Zip(wrk, (a, b) => a.RequestsPerSecond / b.RequestsPerSecond).ToList();
        return new BenchmarkRow("load/throughput", "requests/s", ours.Select(m => m.RequestsPerSecond).Median(), wrk.Select(m => m.RequestsPerSecond).Median(), "wrk", ratios.Median(), ">= 1.02", ratios.Median() >= 1.02, ratios.Range());
    }

    private static BenchmarkRow Cpu(List<Measured> ours, List<Measured> wrk)
    {
        var ratios = ours.Zip(wrk, (a, b) => a.MicrosecondsPerRequest / b.MicrosecondsPerRequest).ToList();
        return new BenchmarkRow("load/cpuPerRequest", "us", ours.Select(m => m.MicrosecondsPerRequest).Median(), wrk.Select(m => m.MicrosecondsPerRequest).Median(), "wrk", ratios.Median(), "<= 1.0", ratios.Median() <= 1.0, ratios.Range());
    }

    private static Measured Run(Func<string, int, (double Requests, double RequestsPerSecond)> generator, string url)
    {
        var before = ChildCpu.Total();
        var (requests, perSecond) = generator(url, Seconds);
        return new Measured(perSecond, (ChildCpu.Total() - before).TotalMicroseconds / requests);
    }

    private static (double Requests, double RequestsPerSecond) Ours(string url, int seconds)
    {
        var output = Repository.Run(LocalPrograms.Find().Load, "load", "--url", url, "--connections", "32", "--duration", $"{seconds}");
        var match = OursSummary().Match(output);
        return (double.Parse(match.Groups["requests"].Value), double.Parse(match.Groups["rate"].Value));
    }

    [GeneratedRegex(@"(?<requests>\d+) requests in [\d.]+ s, (?<rate>\d+) requests/s, 0 failed", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex OursSummary();

    private sealed record Measured(double RequestsPerSecond, double MicrosecondsPerRequest);
}
