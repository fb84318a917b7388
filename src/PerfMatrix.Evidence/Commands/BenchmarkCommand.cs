using System.CommandLine;
using System.Globalization;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Benchmarks;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>benchmark [NAME ...]</c>, for <c>scripts/benchmark</c>: the figures of this tool beside what people use today.</summary>
internal static class BenchmarkCommand
{
    /// <summary>Every benchmark: an entry here and a file.</summary>
    private static readonly Dictionary<string, Func<Task<IReadOnlyList<BenchmarkRow>>>> s_benchmarks = new()
    {
        ["drivers"] = DriversBenchmark.RunAsync,
        ["gate"] = GateBenchmark.RunAsync,
        ["history"] = HistoryBenchmark.RunAsync,
        ["load"] = LoadBenchmark.RunAsync,
        ["noise"] = NoiseBenchmark.RunAsync,
        ["overhead"] = OverheadBenchmark.RunAsync,
        ["plan"] = PlanBenchmark.RunAsync,
        ["site"] = SiteBenchmark.RunAsync,
        ["timeline"] = TimelineBenchmark.RunAsync,
        ["trend"] = TrendBenchmark.RunAsync,
        ["verdict"] = VerdictBenchmark.RunAsync,
        ["zerogc"] = ZeroGcBenchmark.RunAsync,
    };

    /// <summary>Creates the command; hidden, because it measures this tool, not somebody's application.</summary>
    public static Command Create()
    {
        var names = new Argument<string[]>("name") { Description = "Which ones; all when left out.", Arity = ArgumentArity.ZeroOrMore };
        names.AcceptOnlyFromAmong([.. s_benchmarks.Keys]);
        var largePullRequest = new Command(LargePullRequest.Name, "The part of 'gate' that needs a process of its own.");
        largePullRequest.SetAction(_ => LargePullRequest.Run());
        var command = new Command("benchmark", "Measures this tool beside what people use today.") { names, largePullRequest };
        command.Hidden = true;
        command.SetAction((line, _) => RunAsync(
            line.GetValue(names) is { Length: > 0 } chosen ? chosen : [.. s_benchmarks.Keys], line.InvocationConfiguration.Output));
        return command;
    }

    private static async Task<int> RunAsync(IEnumerable<string> names, TextWriter output)
    {
        var rows = new List<BenchmarkRow>();
        foreach (var name in names)
            rows.AddRange(await s_benchmarks[name]());
        var path = Path.Combine(BuiltCheckout.Root, "artifacts", "benchmark.json");
        BenchmarkFile.Merge(path, rows);
        await output.WriteLineAsync();
        foreach (var row in rows)
            await output.WriteLineAsync(
                string.Create(CultureInfo.InvariantCulture,
                    $"{(row.Met ? "met   " : "MISSED")} {row.Name,-28} ours {row.Ours,10:0.###} {row.Unit}, {row.PeerName} {row.Peer,10:0.###}, "
                        + $"ratio {row.Ratio:0.000} (target {row.Target}; {row.Spread})"));
        await output.WriteLineAsync($"written to {path}");
        return rows.All(row => row.Met) ? CommandLine.Good : CommandLine.Regressed;
    }
}
