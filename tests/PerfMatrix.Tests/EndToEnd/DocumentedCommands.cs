using System.Text.RegularExpressions;
using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The commands of README.md, docs/*.md and crank/*.md, and what the test adds to those that would take long or need something that is not
/// here.</summary>
internal static partial class DocumentedCommands
{
    private const string Small = "--rounds 1 --slices 8 --warmup 100ms";
    private const string FewRounds = "--scenario hello-minimal --rounds 3 --slices 8 --warmup 100ms";
    private const string Lab = "--variable applicationAddress=10.0.0.2 --variable loadAddress=10.0.0.3";
    private const string OtherMachines = "it needs agents on other machines";
    private const string Installs = "it installs for the user; ToolPackageTests does it in a folder";
    private const string OneMode = "--scenario hello-minimal --gc workstation --rounds 5 --slices 8 --warmup 100ms";
    private const string OneRuntime = $"{Small} --runtime net10.0";
    private const string OneRound = "--scenario hello-minimal --gc workstation --rounds 1 --slices 8 --warmup 100ms";
    private const string GateRunWithEvents = "--runs 1 --scenario hello-minimal --gc workstation-nonconcurrent --slices 8 --warmup 100ms";
    private const string Series = "git init --quiet --bare artifacts/series.git && for run in {1..60}; do scripts/perfmatrix run "
        + "--scenario hello-minimal --runtime net10.0 --gc workstation,server --reference HEAD && scripts/perfmatrix publish artifacts/runs "
        + "--remote artifacts/series.git; done";
    private const string RecordWords = "scripts/perfmatrix selftest record --scenario words --gc workstation "
        + "--kind none,operation-5,operation-bytes-24 --out artifacts/selftest/words";
    private const string SmallGateRun = "--runs 1 --scenario hello-minimal --gc workstation --slices 8 --warmup 100ms";

    /// <summary>
    /// What is not run exactly as it stands. With so few slices a comparison may end in any verdict, so these commands may end with 1 or 3, too.
    /// A command that is not listed runs unchanged and must end with 0.
    /// </summary>
    private static readonly Dictionary<string, Setting> s_settings = new()
    {
        // Measuring takes minutes to hours as it stands.
        // All runtimes and GC modes; the two scenarios are in `--subset smoke` below.
        ["scripts/perfmatrix run"] = new($"{Small} --scenario hello-minimal"),
        ["scripts/perfmatrix run --scenario hello-minimal --gc server,datas --rounds 8"] = new(OneRuntime),
        // One patch to fetch and publish; the newest one is there.
        ["scripts/perfmatrix run --runtime net10.0@10.0.11,net10.0@10.0.14 --gc workstation"] =
            new($"{Small} --scenario hello-minimal --runtime net10.0@10.0.11,net10.0"),
        ["scripts/perfmatrix run --subset smoke --cores 1 --duration 5s"] = new("--runtime net10.0 --rounds 1 --duration 40ms --warmup 100ms"),
        // 3: no control groups here
        ["scripts/perfmatrix run --scenario hello-minimal --gc server,datas --memory 256MiB,none"] = new(OneRuntime) { ExitCodes = [0, 3] },
        // Within such a limit a slice takes a second.
        ["scripts/perfmatrix run --scenario hello-minimal --cpu-limit 500m --memory 256MiB"] =
            new("--runtime net10.0 --gc workstation --rounds 1 --slices 2 --warmup 100ms") { ExitCodes = [0, 3] },
        ["scripts/perfmatrix compare HEAD~1"] = new(OneMode) { ExitCodes = [0, 1, 3] },
        // The commit that makes it slow is not the newest one here; 3: too noisy here.
        ["scripts/perfmatrix compare v1.0 HEAD"] = new(OneMode) { ExitCodes = [1, 3], Instead = new() { ["HEAD"] = "HEAD~2" } },
        ["scripts/perfmatrix compare --runtime net8.0..net10.0 --gc server"] = new(FewRounds) { ExitCodes = [0, 1, 3] },
        // One candidate; BisectTests has several.
        ["scripts/perfmatrix bisect --cell hello-minimal/net10.0/workstation/2c --good v1.0"] = new("--bad HEAD~2 --slices 8 --warmup 100ms"),
        ["scripts/perfmatrix selftest simulate"] = new("--pull-requests 20 --cells 10 --allow-open") { ExitCodes = [0, 1] }, // so few may miss a goal
        ["scripts/perfmatrix selftest aa"] = new(SmallGateRun) { ExitCodes = [0, 1] },
        ["scripts/perfmatrix selftest inject"] = new($"--kind allocation-64 {SmallGateRun}") { ExitCodes = [0, 1] },
        ["scripts/perfmatrix selftest why"] = new($"--kind none {GateRunWithEvents}") { ExitCodes = [0, 1] }, // one trial tells little
        ["scripts/perfmatrix selftest record"] = new($"--kind allocation-64 {OneRound}"),
        ["scripts/perfmatrix selftest replay"] = new("--pull-requests 2 --cells 2")
        {
            After = "scripts/perfmatrix selftest record",
            ExitCodes = [0, 1],
        },
        [RecordWords] = new("--kind operation-bytes-24 --rounds 1"),
        ["scripts/perfmatrix selftest replay --pool artifacts/selftest/words --data artifacts/selftest/words.json --pull-requests 400"] =
            new("--pull-requests 2 --cells 2") { After = RecordWords, ExitCodes = [0, 1] },
        ["scripts/perfmatrix selftest report"] = new("") { After = "scripts/perfmatrix selftest simulate" },
        ["scripts/perfmatrix history demo --seeds 20"] = new("--runs 60 --cells 10 --seeds 2"),

        // Once: what it publishes is the newest run each time, and here that is the sample.
        [Series] = new("") { Instead = new() { ["{1..60}"] = "{1..1}", ["--gc workstation,server"] = $"--gc workstation {Small}" } },
        ["scripts/perfmatrix history inject --remote artifacts/series.git"] = new("") { After = Series, ExitCodes = [2] }, // 2: too few runs

        // A history to check has to be published first.
        ["scripts/perfmatrix history verify"] = new("") { After = "scripts/perfmatrix publish artifacts/runs --branch gh-pages" },

        ["scripts/perfmatrix run --driver crank"] = new($"--scenario hello-minimal --runtime net10.0 --gc workstation {Small}")
        {
            NotRunBecause = Environment.GetEnvironmentVariable(CrankPrograms.ControllerVariable) is null ? "it needs the real crank" : null,
        },
        [$"scripts/perfmatrix doctor --profile lab {Lab}"] = new("") { NotRunBecause = OtherMachines },
        [$"scripts/perfmatrix run --driver crank --profile lab {Lab}"] = new("") { NotRunBecause = OtherMachines },
        ["scripts/perfmatrix compare main --driver crank --profile lab --remote-source https://github.com/OWNER/NAME.git"] =
            new("") { NotRunBecause = OtherMachines },

        // A server runs until it is stopped. It shows the demo that is there; without one it would generate 200 cells x 1,000 runs first.
        ["scripts/perfmatrix site serve --demo"] = new("")
        {
            After = "scripts/perfmatrix history demo --runs 60 --cells 10 --out artifacts/demo",
            StopsAfter = "Site: http://127.0.0.1:",
        },

        // They install for the user; ToolPackageTests does all of it in a folder.
        ["scripts/pack --install"] = new("") { NotRunBecause = Installs },
        ["cd ../my-repository && perfmatrix init"] = new("") { NotRunBecause = Installs },
        ["perfmatrix compare main"] = new("") { NotRunBecause = Installs },

        ["scripts/test"] = new("") { NotRunBecause = "it runs this test" },
        ["scripts/benchmark plan"] = new("") { ExitCodes = [0, 1] }, // 1: this machine is too busy to reach the target
    };

    /// <summary>All commands, each once, in the order of the pages.</summary>
    public static IReadOnlyList<string> All { get; } = [.. Pages().SelectMany(In).Distinct()];

    /// <summary>Entries of the table whose command no page has any more.</summary>
    public static IEnumerable<string> Forgotten => s_settings.Keys.Except(All);

    public static Setting SettingOf(string command) => s_settings.GetValueOrDefault(command) ?? new("");

    /// <summary>The pages, relative to the root.</summary>
    public static IEnumerable<string> Pages() => new[] { "docs", "crank" }
        .SelectMany(folder => Directory.GetFiles(Checkout.File(folder), "*.md").Order(StringComparer.Ordinal))
        .Select(page => Path.GetRelativePath(Checkout.Root, page)).Prepend("README.md");

    /// <summary>Calls of the program, and of the benchmarks for the articles, within the text of the pages, and in the comments of crank/*.yml: parts
    /// of sentences, with names to be filled in.</summary>
    public static IEnumerable<string> InText() => Pages().Concat(Directory.GetFiles(Checkout.File("crank"), "*.yml"))
        .SelectMany(page => Call().Matches(File.ReadAllText(Checkout.File(page)))).Select(call => call.Groups["call"].Value).Distinct();

    private static IEnumerable<string> In(string page) => File.ReadAllText(Checkout.File(page))
        .Split("```sh\n")[1..]
        .SelectMany(block => block.Split("```")[0].Split('\n'))
        .Select(line => line.Split(" #")[0].Trim())
        .Where(line => line.Length > 0);

    [GeneratedRegex(
        @"(`|^#\s+)(?<call>scripts/(perfmatrix|benchmark articles) [^`\n]*)(`|$)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Call();
}

/// <summary>How a documented command is run.</summary>
/// <param name="Options">Options that are added, or replace those of the same name.</param>
internal sealed record Setting(string Options)
{
    public int[] ExitCodes { get; init; } = [0];

    /// <summary>The command that has to run before it; null when none has.</summary>
    public string? After { get; init; }

    /// <summary>Start of the line of output after which it is stopped; null when it ends by itself.</summary>
    public string? StopsAfter { get; init; }

    /// <summary>Why it is not run; null when it is.</summary>
    public string? NotRunBecause { get; init; }

    /// <summary>What is put in the place of a part of the command.</summary>
    public Dictionary<string, string> Instead { get; init; } = [];

    public string AppliedTo(string command)
    {
        var words = Instead.Aggregate(command, (text, part) => text.Replace(part.Key, part.Value, StringComparison.Ordinal)).Split(' ').ToList();
        foreach (var name in Options.Split(' ').Where(word => word.StartsWith("--", StringComparison.Ordinal) && words.Contains(word)).ToList())
        {
            var start = words.IndexOf(name);
            var end = words.FindIndex(start + 1, word => word.StartsWith("--", StringComparison.Ordinal));
            words.RemoveRange(start, (end < 0 ? words.Count : end) - start);
        }

        return string.Join(' ', [.. words, Options]).TrimEnd();
    }
}
