using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace Workflows.Tests.Policy;

/// <summary>A workflow of this repository, or one that <c>init</c> writes.</summary>
internal sealed record Workflow(YamlFile File)
{
    public static IReadOnlyDictionary<string, Workflow> All { get; } = Directory
        .EnumerateFiles(Checkout.File(".github", "workflows"), "*.yml")
        .Order(StringComparer.Ordinal)
        .ToDictionary(path => Path.GetFileName(path), path => new Workflow(YamlFile.Read(path)));

    /// <summary>The templates with what <c>init</c> puts into them.</summary>
    public static IReadOnlyDictionary<string, Workflow> Written { get; } = Directory
        .EnumerateFiles(Checkout.File("src", "PerfMatrix", "GitHub", "Setup", "Templates"), "perf-*.yml")
        .Order(StringComparer.Ordinal)
        .ToDictionary(path => Path.GetFileName(path), path => new Workflow(YamlFile.Parse(path, System.IO.File.ReadAllText(path)
            .Replace("__REPOSITORY__", "octo/perfmatrix", StringComparison.Ordinal)
            .Replace("__REF__", new string('a', 40) + " # v1.0.0", StringComparison.Ordinal)
            .Replace("__BRANCH__", "main", StringComparison.Ordinal)
            .Replace("__ISOLATE__", "isolate: false, ", StringComparison.Ordinal)
            .Replace("__WITH__", "tool-source: packages, ", StringComparison.Ordinal))));

    /// <summary>The action for a job of one's own.</summary>
    public static YamlFile Action { get; } = YamlFile.Read(Checkout.File("action.yml"));

    /// <summary>Those that another repository calls.</summary>
    public static IReadOnlyList<string> Reusable { get; } =
        ["_history.yml", "alert.yml", "bisect.yml", "comment.yml", "dispatch.yml", "pages.yml", "publish.yml", "pull-request.yml"];

    public YamlNode? Triggers => File.Root.At("on");

    public IEnumerable<Job> Jobs => File.Root.At("jobs").Entries().Select(job => new Job(job.Key, job.Value));

    /// <summary>Every step of every workflow and composite action, with where it stands.</summary>
    public static IEnumerable<Step> AllSteps =>
        All.SelectMany(workflow => workflow.Value.Jobs.SelectMany(job => job.Steps.Select(step => new Step($"{workflow.Key}, {job.Name}", step))))
            .Concat(Action.Root.At("runs", "steps").Items().Select(step => new Step("action", step)));

    /// <summary>A workflow and what it calls, by its own jobs or theirs.</summary>
    public static IEnumerable<string> Reached(string file) =>
        All[file].Jobs.Select(job => job.Called).OfType<string>().SelectMany(Reached).Prepend(file);
}

/// <summary>A job of a workflow.</summary>
internal sealed record Job(string Name, YamlNode Node)
{
    /// <summary>The reusable workflow that the job is; null for a job with steps.</summary>
    public string? Uses => Node.Text("uses");

    /// <summary>Its file; null for a job with steps.</summary>
    public string? Called => Uses?.Split('/')[^1].Split('@')[0];

    public IEnumerable<YamlNode> Steps => Node.At("steps").Items();
}

/// <summary>A step, and where it stands.</summary>
internal sealed partial record Step(string Place, YamlNode Node)
{
    public string Name => Node.Text("name") ?? Node.Text("id") ?? Uses ?? "";

    /// <summary>What a step gives to perfmatrix; null where it runs something else.</summary>
    public string? Call => Run is { } run && Tool().Match(run) is { Success: true } call ? call.Groups["arguments"].Value : null;

    public string? Run => Node.Text("run");

    public string? Uses => Node.Text("uses");

    [GeneratedRegex(@"^(exec )?(""\$GITHUB_WORKSPACE/)?artifacts/tool/perfmatrix""? (?<arguments>[^\n]*)\n?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Tool();

    public bool Is(string action) => Uses?.StartsWith(action + "@", StringComparison.Ordinal) == true;
}
