using System.Diagnostics;
using System.Text.Json;
using PerfMatrix.History.Exchange;
using PerfMatrix.Metrics;

namespace PerfMatrix.Tests.History.Exchange;

/// <summary>
/// github-action-benchmark itself, v1.22.0, which keeps its data in a file here and so needs no network. PERFMATRIX_GITHUB_ACTION_BENCHMARK names a
/// checkout of that tag, commit a60cea5bc7b49e15c1f58f411161f99e0df48372: it holds the built action, which the default branch does not.
/// </summary>
internal sealed class RealActionBenchmark : IDisposable
{
    /// <summary>The alert of these tests, as the input has it: from 1.5 times as bad.</summary>
    private const string AlertThreshold = "150%";

    private const string Variable = "PERFMATRIX_GITHUB_ACTION_BENCHMARK";
    private const string Owner = "octo";

    private readonly TemporaryFolder _folder = new();
    private readonly string _node;
    private readonly string _main;

    /// <exception cref="Exception">Skips the test where the action or Node is not found.</exception>
    public RealActionBenchmark()
    {
        var checkout = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(string.IsNullOrEmpty(checkout), $"needs github-action-benchmark itself: set {Variable} to a checkout of its tag v1.22.0");
        _main = Path.Combine(checkout!, "dist", "src", "index.js");
        Assert.True(File.Exists(_main), $"{Variable}: found no {_main}, expected a checkout of the tag v1.22.0");
        var node = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Select(folder => Path.Combine(folder, "node"))
            .FirstOrDefault(File.Exists);
        Assert.SkipWhen(node is null, "node is not on PATH");
        _node = node!;
    }

    /// <summary>The file that the action keeps its data in.</summary>
    public string Data => _folder["data.json"];

    /// <summary>The suites of _history.yml, by what they hold.</summary>
    public static string ToolOf(ActionBenchmarkSuite suite) => suite.Metric.Direction == Direction.HigherIsBetter ? "customBiggerIsBetter"
        : "customSmallerIsBetter";

    /// <summary>Gives a list to the action, as a push of a commit does.</summary>
    public async Task<(int ExitCode, string Said)> RunAsync(ActionBenchmarkSuite suite, IReadOnlyList<ActionBenchmarkEntry> list, string commit)
    {
        var start = new ProcessStartInfo(_node, [_main])
        {
            WorkingDirectory = _folder.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Nothing of a workflow that these tests may run in.
        start.Environment.Clear();
        foreach (var (name, value) in Inputs(suite, _folder.Write("list.json", DocumentJson.Text(list)))
            .Concat(Context(_folder.Write("event.json", Push(commit)))))
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        return (code, output + error);
    }

    /// <summary>The entries of a suite, oldest first.</summary>
    public IReadOnlyList<JsonElement> Entries(ActionBenchmarkSuite suite) =>
        [.. JsonElement.Parse(File.ReadAllText(Data)).GetProperty("entries").GetProperty(suite.Name).EnumerateArray()];

    public void Dispose() => _folder.Dispose();

    /// <summary>The inputs as a runner gives them; action.yml has the defaults that the workflow leaves out.</summary>
    private Dictionary<string, string> Inputs(ActionBenchmarkSuite suite, string list) => new()
    {
        ["INPUT_NAME"] = suite.Name,
        ["INPUT_TOOL"] = ToolOf(suite),
        ["INPUT_OUTPUT-FILE-PATH"] = list,
        ["INPUT_EXTERNAL-DATA-JSON-PATH"] = Data,
        ["INPUT_SAVE-DATA-FILE"] = "true",
        ["INPUT_GH-PAGES-BRANCH"] = "gh-pages",
        ["INPUT_BENCHMARK-DATA-DIR-PATH"] = "dev/bench",
        ["INPUT_ALERT-THRESHOLD"] = AlertThreshold,
        ["INPUT_FAIL-ON-ALERT"] = "true",
    };

    private static Dictionary<string, string> Context(string payload) => new()
    {
        ["GITHUB_EVENT_NAME"] = "push",
        ["GITHUB_EVENT_PATH"] = payload,
        ["GITHUB_REPOSITORY"] = $"{Owner}/perf",
        ["GITHUB_WORKFLOW"] = "perf-main",
    };

    private static string Push(string commit)
    {
        var person = new { name = "O. Cat", email = "o@example.org", username = Owner };
        return JsonSerializer.Serialize(new
        {
            head_commit = new
            {
                id = commit,
                message = "a change",
                timestamp = "2026-11-21T07:50:00+01:00",
                url = $"https://github.com/{Owner}/perf/commit/{commit}",
                author = person,
                committer = person
            },
            repository = new { html_url = $"https://github.com/{Owner}/perf" },
        });
    }
}
