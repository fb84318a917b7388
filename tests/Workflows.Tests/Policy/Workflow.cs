using YamlDotNet.RepresentationModel;

namespace Workflows.Tests.Policy;

/// <summary>A workflow of this repository.</summary>
internal sealed record Workflow(YamlFile File)
{
    public static IReadOnlyDictionary<string, Workflow> All { get; } = Directory
        .EnumerateFiles(Checkout.File(".github", "workflows"), "*.yml")
        .Order(StringComparer.Ordinal)
        .ToDictionary(path => Path.GetFileName(path), path => new Workflow(YamlFile.Read(path)));

    public static IReadOnlyDictionary<string, YamlFile> Actions { get; } = Directory
        .EnumerateFiles(Checkout.File(".github", "actions"), "action.yml", SearchOption.AllDirectories)
        .ToDictionary(path => Path.GetFileName(Path.GetDirectoryName(path)!), YamlFile.Read);

    public YamlNode? Triggers => File.Root.At("on");

    public IEnumerable<Job> Jobs => File.Root.At("jobs").Entries().Select(job => new Job(job.Key, job.Value));

    /// <summary>Every step of every workflow and composite action, with where it stands.</summary>
    public static IEnumerable<Step> AllSteps =>
        All.SelectMany(workflow => workflow.Value.Jobs.SelectMany(job => job.Steps.Select(step => new Step($"{workflow.Key}, {job.Name}", step))))
            .Concat(
            Actions.SelectMany(action => action.Value.Root.At("runs", "steps").Items().Select(step => new Step($"action {action.Key}", step))));
}

/// <summary>A job of a workflow.</summary>
internal sealed record Job(string Name, YamlNode Node)
{
    /// <summary>The reusable workflow that the job is; null for a job with steps.</summary>
    public string? Uses => Node.Text("uses");

    public IEnumerable<YamlNode> Steps => Node.At("steps").Items();
}

/// <summary>A step, and where it stands.</summary>
internal sealed record Step(string Place, YamlNode Node)
{
    public string? Run => Node.Text("run");

    public string? Uses => Node.Text("uses");

    public bool Is(string action) => Uses?.StartsWith(action + "@", StringComparison.Ordinal) == true;
}
