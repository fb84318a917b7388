using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Gate;
using PerfMatrix.GitHub;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.GitHub;

/// <summary>The artifacts of a made-up pull request in folders, as the jobs of its workflow find them, and the commands that read them.</summary>
internal sealed class JobArtifacts : IDisposable
{
    public static readonly GateRuns.Truth Minimal = new("net10.0", 0.2);
    public static readonly GateRuns.Truth SlowMinimal = Minimal with { EffectPercent = 6 };
    public static readonly GateRuns.Truth Controllers = new("net10.0", 0.2, Scenario: "hello-controllers");

    private static readonly string[] s_copied = ["crank/gate.yml", "crank/acknowledged.yml", "crank/matrix.yml"];

    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, string> _environment = [];

    public JobArtifacts(params GateRuns.Truth[] more)
    {
        foreach (var file in s_copied)
            Copy(file, file);
        Plan = PlanOf([Minimal], [Controllers, .. more]);
        JobPlan.File.Write(_folder["plan.json"], Plan);
    }

    public JobPlan Plan { get; }

    public StringWriter Output { get; } = new();

    public StringWriter Error { get; } = new();

    public string Summary => File.ReadAllText(_folder["out/summary.md"]);

    public VerdictDocument Verdict => VerdictDocument.File.Read(_folder["out/verdict.json"]);

    public SuspectsDocument Suspects => SuspectsDocument.File.Read(_folder["out/suspects.json"]);

    public string this[string path] => _folder[path];

    public static JobPlan PlanOf(params GateRuns.Truth[][] groups) => new()
    {
        Selection = "--subset pr",
        Subset = "pr",
        Cores = 2,
        Base = new("main (base-sha)", "base-sha"),
        Head = new("the change (head-sha)", "head-sha"),
        Groups = [.. groups.Select((
            cells, index) => new PlannedGroup(index + 1, $"g{index + 1:00}", 3, 8, [new($"block-{index + 1}", 3, 8, 3.5, [.. cells.Select(Cell)])]))],
        LeftOut = [],
        PolicyChanges = [],
    };

    public void Dispose() => _folder.Dispose();

    public void Screen(string name, params GateRuns.Truth[] cells) =>
        Write($"screen/screen-{name}", GateRuns.Comparison(GateRuns.Run($"run-{name}", 10, cells), Stage.Screen));

    /// <summary>What both jobs of the plan have measured.</summary>
    public void ScreenBoth(GateRuns.Truth minimal)
    {
        Screen("g01", minimal);
        Screen("g02", Controllers);
    }

    public void Confirm(string slug, GateRuns.Truth cell, string attempt = "") =>
        Write($"confirm/confirm-{slug}{attempt}", GateRuns.Comparison(GateRuns.Run("same-id", 10, cell).On("fresh"), Stage.Confirm));

    public void Write(string folder, ComparisonDocument comparison) => Write(folder, ComparisonDocument.File.Format(comparison));

    public void Write(string folder, string comparison)
    {
        Directory.CreateDirectory(_folder[folder]);
        File.WriteAllText(_folder[$"{folder}/comparison.json"], comparison);
    }

    /// <summary>Seals an artifact as the step does that has measured.</summary>
    /// <returns>What its job hands on.</returns>
    public string Seal(string folder)
    {
        using var output = new StringWriter();
        var files = new StepFiles(_ => null, output);
        files.SealAll(files.Seal(RunFolder.Again(_folder[folder])), ComparisonDocument.File.Name);
        return output.ToString()["seal=".Length..].Split("  ")[0];
    }

    /// <summary>What a confirming job found out of the cause.</summary>
    public void Explain(string slug, string why) => File.WriteAllText(_folder[$"confirm/confirm-{slug}/why.json"], why);

    public void Copy(string file, string target)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder[target])!);
        File.Copy(Checkout.File(file), _folder[target], overwrite: true);
    }

    /// <summary>Makes the folder a checkout of base, where head acknowledges something else, and names head in the plan.</summary>
    public void CommitAcknowledged(string @base, string head)
    {
        var git = new Git(_folder.Root);
        string Commit(string entries)
        {
            File.WriteAllText(_folder[AcknowledgementFile.Name], $"acknowledged: [{entries}]\n");
            git.Ask("add", "--", "crank");
            git.Ask("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "acknowledge");
            return git.Ask("rev-parse", "HEAD")!;
        }

        git.Ask("init", "-q");
        var (old, now) = (Commit(@base), Commit(head));
        git.Ask("checkout", "-q", "--detach", old);
        JobPlan.File.Write(_folder["plan.json"], Plan with { Head = new("the change", now) });
        foreach (var document in Directory.EnumerateFiles(_folder["screen"], "comparison.json", SearchOption.AllDirectories))
            File.WriteAllText(document, File.ReadAllText(document).Replace("head-sha", now, StringComparison.Ordinal));
    }

    /// <summary>Sets a variable that a runner sets to the path of a file.</summary>
    public string OnGitHub(string variable) => _environment[variable] = _folder[variable];

    public Task<int> JudgeAsync(params string[] options) =>
        RunAsync(["verdict", "--plan", _folder["plan.json"], "--screen", _folder["screen"], "--confirm", _folder["confirm"], "--out", _folder["out"],
            .. options]);

    public Task<int> SuspectAsync(params string[] options) =>
        RunAsync(["suspects", "--plan", _folder["plan.json"], "--artifacts", _folder["screen"], "--out", _folder["out"], .. options]);

    private Task<int> RunAsync(string[] arguments)
    {
        var context = new CommandContext(new TestConsole().Console)
        {
            Environment = _environment.GetValueOrDefault,
            Clock = new FixedClock(),
            Root = () => _folder.Root,
        };
        return CommandLine.RunAsync(new RootCommand { GitHubSuspectsCommand.Create(context), GitHubVerdictCommand.Create(context) }, arguments,
            Output, Error);
    }

    private static Cell Cell(GateRuns.Truth truth) => truth.Cell.ToCell();

    private sealed class FixedClock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    }
}
