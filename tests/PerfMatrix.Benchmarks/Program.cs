using System.CommandLine;
using PerfMatrix.Benchmarks;
using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Commands;

// Every benchmark: an entry here and a file.
Dictionary<string, Func<Task<IReadOnlyList<BenchmarkRow>>>> benchmarks = new()
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

var names = new Argument<string[]>("name") { Description = "Which ones; all when left out.", Arity = ArgumentArity.ZeroOrMore };
names.AcceptOnlyFromAmong([.. benchmarks.Keys]);
var largePullRequest = new Command(LargePullRequest.Name, "The part of 'gate' that needs a process of its own.");
largePullRequest.SetAction(_ => LargePullRequest.Run());
var root = new RootCommand("Benchmarks perfmatrix against the tools that people use today.") { names, largePullRequest, ArticlesCommand.Create() };
root.SetAction((line, _) => RunAsync(line.GetValue(names) is { Length: > 0 } chosen ? chosen : [.. benchmarks.Keys]));
return await CommandLine.RunAsync(root, args, Console.Out, Console.Error);

async Task<int> RunAsync(IEnumerable<string> chosen)
{
    var rows = new List<BenchmarkRow>();
    foreach (var name in chosen) rows.AddRange(await benchmarks[name]());
    var path = Path.Combine(BuiltCheckout.Root, "artifacts", "benchmark.json");
    BenchmarkFile.Merge(path, rows);
    Console.WriteLine();
    foreach (var row in rows) Console.WriteLine(row);
    Console.WriteLine($"written to {path}");
    return rows.All(row => row.Met) ? CommandLine.Good : CommandLine.Regressed;
}
