using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Load.Commands;
using PerfMatrix.Load.Tests.Generator;

namespace PerfMatrix.Load.Tests.Commands;

public sealed class LoadCommandTests
{
    private static readonly string[] s_latencies = ["perfmatrix/latency/max", "perfmatrix/latency/mean", "perfmatrix/latency/p50",
        "perfmatrix/latency/p90", "perfmatrix/latency/p99", "perfmatrix/latency/p999"];

    [Fact]
    public async Task Latency_under_a_rate_that_was_not_sustained_is_left_out_and_a_line_says_so()
    {
        // One connection and 30 ms an answer are at most 33 requests/s.
        using var server = new ScriptedServer(_ =>
        {
            Thread.Sleep(30);
            return ScriptedServer.Ok("x");
        });

        var (lines, measured) = await RunAsync(server, "--rate", "300/100ms", "--connections", "1");

        Assert.DoesNotContain(measured, name => name.Contains("latency", StringComparison.Ordinal));
        Assert.Contains("perfmatrix/requests", measured);
        Assert.Contains(lines, line => line.StartsWith("The rate 300/100ms was not sustained: of 30 requests ", StringComparison.Ordinal)
            && line.EndsWith(" Latency is left out.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Latency_without_a_rate_is_printed()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));

        var (lines, measured) = await RunAsync(server, "--requests", "50", "--connections", "4");

        Assert.Equal(s_latencies, Latencies(measured));
        Assert.DoesNotContain(lines, line => line.Contains("sustained", StringComparison.Ordinal));
    }

    /// <summary>A machine that stands still for 100 ms has not sustained any rate, and the command says so; the next attempt is asked.</summary>
    [Fact]
    public async Task Latency_under_a_rate_that_was_sustained_is_printed_without_a_word()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));

        for (var attempt = 1; ; attempt++)
        {
            var (lines, measured) = await RunAsync(server, "--rate", "50/200ms", "--connections", "4");

            var saysSo = lines.Any(line => line.Contains("was not sustained", StringComparison.Ordinal));
            Assert.Equal(saysSo ? [] : s_latencies, Latencies(measured));
            if (!saysSo) return;
            Assert.True(attempt < 20, "Of 20 attempts none sustained 50 requests/s.");
        }
    }

    private static IEnumerable<string> Latencies(IEnumerable<string> measured) =>
        measured.Where(name => name.Contains("latency", StringComparison.Ordinal)).Order(StringComparer.Ordinal);

    private static async Task<(string[] Lines, IReadOnlyList<string> Measured)> RunAsync(ScriptedServer server, params string[] options)
    {
        await using var output = new StringWriter();
        var root = new RootCommand { LoadCommand.Create() };
        var configuration = new InvocationConfiguration { Output = output, EnableDefaultExceptionHandler = false };

        Assert.Equal(0, await root.Parse(["load", "--url", server.Address.ToString(), .. options])
            .InvokeAsync(configuration, TestContext.Current.CancellationToken));

        var lines = output.ToString().Split('\n', StringSplitOptions.TrimEntries);
        var statistics = lines[Array.IndexOf(lines, "#StartJobStatistics") + 1];
        using var json = JsonDocument.Parse(statistics);
        return (lines,
            [.. json.RootElement.GetProperty("Measurements").EnumerateArray().Select(measurement => measurement.GetProperty("Name").GetString()!)]);
    }
}
