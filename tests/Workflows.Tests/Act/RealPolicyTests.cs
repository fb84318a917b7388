using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-pr.yml with the policy of this repository as it is, and the smallest slow-down that it promises to find.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class RealPolicyTests(ActMachine machine)
{
    private const double PlantedPercent = 5;

    [Fact]
    public async Task Five_percent_more_cpu_time_a_request_are_red_and_the_comment_says_worse()
    {
        LongTests.Require("a quarter of an hour");
        using var repository = new ActRepository(machine, hasRealPolicy: true);
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        var request = await CpuOfRequestAsync(repository);
        var change = repository.PullRequest(root => Burn(root, request * PlantedPercent / 100));

        var run = await repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        Keep("summary.md", await File.ReadAllTextAsync(Path.Combine(repository.Artifacts, "verdict", "summary.md")));
        run.AssertJobs(("side", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"),
            ("verdict", "failure"));
        using var verdict = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(repository.Artifacts, "verdict", "verdict.json")));
        Assert.Equal("regressed", verdict.RootElement.GetProperty("outcome").GetString());

        github.State.PullRequests.Add(new(7, ActRepository.Name, 1, "change", change.Head));
        CommentWorkflow.UploadVerdict(repository, github, 4711);
        repository.Git("switch", "--quiet", "--detach", "main");
        var comment = await CommentWorkflow.RunAsync(repository, github, new(4711, "perf-pr.yml", "change", change.Head)
        {
            Event = "pull_request",
            Conclusion = "failure",
        }, isPublished: true);
        Keep("comment.md", comment);
        Assert.Contains("| **worse** | `hello-minimal/net10.0/workstation/", comment, StringComparison.Ordinal);
    }

    /// <summary>CPU time of a request of the cell, on this machine.</summary>
    private static async Task<TimeSpan> CpuOfRequestAsync(ActRepository repository)
    {
        var folder = Path.Combine(repository.Root, "artifacts", "calibration");
        var start = new ProcessStartInfo(Checkout.Program, ["run", "--subset", "pr", "--rounds", "3", "--out", folder])
        {
            WorkingDirectory = repository.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var (code, _, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 0, error);
        using var run = JsonDocument.Parse(
            await File.ReadAllTextAsync(Directory.EnumerateFiles(folder, "run.json", SearchOption.AllDirectories).Single()));
        var samples = run.RootElement.GetProperty("samples").EnumerateArray()
            .Select(sample => sample.GetProperty("metrics").GetProperty("cpuPerRequest").GetDouble()).Order().ToList();
        return TimeSpan.FromMicroseconds(samples[samples.Count / 2]);
    }

    /// <summary>Makes every request burn so much CPU time more.</summary>
    private static void Burn(string root, TimeSpan time)
    {
        const string anchor = "var app = builder.Build();";
        var path = Path.Combine(root, "workloads/MinimalApi/Program.cs");
        var text = File.ReadAllText(path);
        var ticks = ((long)(time.TotalSeconds * Stopwatch.Frequency)).ToString(CultureInfo.InvariantCulture);
        var burn = $"app.Use(next => context => {{ var end = System.Diagnostics.Stopwatch.GetTimestamp() + {ticks}; while "
            + $"(System.Diagnostics.Stopwatch.GetTimestamp() < end) {{ }} return next(context); }});";
        Assert.Contains(anchor, text, StringComparison.Ordinal);
        File.WriteAllText(path, text.Replace(anchor, $"{anchor}\n{burn}", StringComparison.Ordinal));
    }

    /// <summary>Keeps what was seen for whoever asked for the test.</summary>
    private static void Keep(string name, string text)
    {
        var folder = Directory.CreateDirectory(Checkout.File("artifacts", "act-real-policy")).FullName;
        File.WriteAllText(Path.Combine(folder, name), text);
    }
}
