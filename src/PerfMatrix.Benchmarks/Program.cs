using System.Globalization;
using PerfMatrix.Benchmarks;

if (args is [LargePullRequest.Argument])
{
    LargePullRequest.Run();
    return 0;
}

// scripts/benchmark [NAME ...]: the figures of this tool beside what people use today. Each benchmark is one entry here and one file.
var benchmarks = new Dictionary<string, Func<Task<IReadOnlyList<BenchmarkRow>>>>
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

var names = args.Length > 0 ? args : [.. benchmarks.Keys];
if (names.FirstOrDefault(name => !benchmarks.ContainsKey(name)) is { } unknown)
{
    Console.Error.WriteLine($"benchmark: found '{unknown}', expected one or more of: {string.Join(", ", benchmarks.Keys)}");
    return 2;
}

var rows = new List<BenchmarkRow>();
foreach (var name in names)
    rows.AddRange(await benchmarks[name]());

var path = Path.Combine(Repository.Root, "artifacts", "benchmark.json");
BenchmarkFile.Merge(path, rows);
Console.WriteLine();
foreach (var row in rows)
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{(row.Met ? "met   " : "MISSED")} {row.Name,-28} ours {row.Ours,10:0.###} {row.Unit}, {row.PeerName} {row.Peer,10:0.###}, ratio {row.Ratio:0.000} (target {row.Target}; {row.Spread})"));
Console.WriteLine($"written to {path}");
return rows.All(row => row.Met) ? 0 : 1;
