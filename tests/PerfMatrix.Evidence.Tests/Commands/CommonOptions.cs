using System.CommandLine;

namespace PerfMatrix.Evidence.Tests.Commands;

/// <summary>For a walk over all options of all commands, as System.CommandLine knows them: what each refuses, and what a command line needs to get so
/// far.</summary>
internal static class CommonOptions
{
    /// <summary>A value that an option must refuse, and words of the message. A command that overlooked the option would go on. The name of a command
    /// stands before an option that means something else there.</summary>
    private static readonly Dictionary<string, (string Value, string Message)> s_wrong = new()
    {
        ["--subset"] = ("smoky", "unknown subset 'smoky'; did you mean 'smoke'?"),
        ["--scenario"] = ("hello-minimall", "unknown scenario 'hello-minimall'; did you mean 'hello-minimal'?"),
        ["--runtime"] = ("net10", "'net10'"),
        ["--gc"] = ("sever", "'sever'; did you mean 'server'?"),
        ["--cores"] = ("0", "'0'"),
        ["--memory"] = ("much", "'much'"),
        ["--cpu-limit"] = ("much", "'much'"),
        ["--project"] = ("nowhere", "--project: found 'nowhere', which no scenario of this selection measures; they measure workloads/"),
        ["--rounds"] = ("0", "--rounds: found 0, expected at least 1"),
        ["--slices"] = ("0", "--slices: found 0, expected at least 1"),
        ["--warmup"] = ("soon", "--warmup: found 'soon'"),
        ["--duration"] = ("soon", "--duration: found 'soon'"),
        ["--scheduling"] = ("fast", "--scheduling: found 'fast'"),
        ["--driver"] = ("crunk", "--driver: unknown driver 'crunk'; did you mean 'crank'?"),
        ["--profile"] = ("locale", "unknown profile 'locale'; did you mean 'local'?"),
        ["--variable"] = ("nameless", "--variable: found no name and ="),
        ["--machine-cores"] = ("0", "--machine-cores: found 0, expected at least 1"),
        ["--parallel"] = ("0", "--parallel: found 0, expected at least 1"),
        ["--runs"] = ("0", "--runs: found 0, expected "),
        ["--remote-source"] = ("no address", "--remote-source: found 'no address'"),
        ["--programs"] = ("nowhere", "cannot read the list of programs"),
        ["--folder"] = ("nowhere", "--folder nowhere: no such folder"),
        ["--days"] = ("-1", "--days: found -1, expected 0 to"),
        ["--metric"] = ("troughput", "did you mean 'throughput'?"),
        ["--kind"] = ("memmory", "--kind: unknown kind 'memmory'; did you mean 'memory'?"),
        ["--seeds"] = ("0", "--seeds: found 0, expected 1 to"),
        ["--pull-requests"] = ("0", "--pull-requests: found 0, expected 1 to"),
        ["--threads"] = ("0", "--threads: found 0, expected 1 to"),
        ["--port"] = ("-1", "--port: found -1, expected 0 to"),
        ["--runtimes"] = ("net8.0", "--runtimes: found 'net8.0', expected two values"),
        ["--gc-modes"] = ("server", "--gc-modes: found 'server', expected two values"),
        ["--pull-request"] = ("0", "--pull-request: found 0, expected at least 1"),
        ["publish --articles"] = ("nowhere", "--articles"),
        ["history inject --percent"] = ("0", "--percent: found '0'"),
        ["history inject --trials"] = ("0", "--trials: found 0, expected 1 to"),
        ["history demo --cells"] = ("0", "--cells: found 0, expected 1 to"),
        ["--pool"] = ("nowhere", "cannot read the pool of rounds"),
        ["selftest replay --cells"] = ("0", "--cells: found 0, expected 1 to"),
        ["selftest simulate --cells"] = ("0", "--cells: found 0, expected 1 to"),
        ["bisect --cell"] = ("hello", "--cell: found 'hello'"),
        ["bisect --good"] = ("nowhere", "'nowhere'"),
        ["bisect --bad"] = ("nowhere", "'nowhere'"),
        ["init --path"] = ("hello", "--path: found 'hello'"),
        ["init --env"] = ("NAME", "--env: found 'NAME', expected NAME=VALUE"),
        ["init --workflows"] = ("main", "--workflows: found 'main'"),
        ["init --project"] = ("none.csproj", "--project none.csproj: found no project"),
        ["github introduction --base"] = ("nowhere", "'nowhere'"),
        ["github plan --base"] = ("nowhere", "'nowhere'"),
        ["github plan --reference"] = ("nowhere", "'nowhere'"),
        ["github verdict --head-sha"] = ("main", "--head-sha: found 'main'"),
        ["github verdict --base-sha"] = ("main", "--base-sha: found 'main'"),
        ["--steps"] = ("0", "--steps: found 0, expected at least 1"),
        ["--issue"] = ("0", "--issue: found 0, expected at least 1"),
        ["--searches"] = ("-1", "--searches: found -1, expected at least 0"),
        ["--bisect"] = ("nowhere", "--bisect: found no --issue"),
        ["github comment --event"] = ("nowhere", "nowhere: cannot read the event"),
        ["report upgrade --from"] = ("net1.0", "'net1.0'"),
        ["report upgrade --to"] = ("net1.0", "'net1.0'"),
    };

    /// <summary>Options without a wrong value that a command could refuse so early: it shows elsewhere, by a test that reads a result, that they are
    /// honoured. Flags and those with a fixed list of values among them: System.CommandLine refuses their wrong values by itself.</summary>
    private static readonly HashSet<string> s_seenInResults =
    [
        "--json", "--format", "--out", "--data", "--stage", "--blocks", "--reference", "--confirm", "--head",
        "doctor --github", "doctor --profile", "doctor --variable", "bisect --runtime", "compare --suspects", "compare --cells",
            "compare --continue",
        "export --all",
        "site build --history", "site build --articles", "site serve --history", "site serve --demo", "selftest replay --seed",
            "selftest simulate --seed",
        "selftest simulate --allow-open", "publish --id", "--remote", "--branch", "history demo --seed", "history demo --without-changes",
        "gate --explain", "github plan --history", "github build --base", "--plan", "--artifacts", "--screen", "github comment --site",
            "github comment --author", "github alert --site", "github alert --author",
        "github publish --expected", "github publish --workflow", "github publish --site", "github inputs --base", "github inputs --runtime",
        "github inputs --gc", "github inputs --publish", "init --no-start", "init --force", "init --tool-source", "mcp --runs", "mcp --history",
        "--mode", "--detect", "--any-machine", "github build --side", "compare --trace", "compare --traces", "why --cell", "why --traces",
            "github verdict --unbuilt", "github verdict --screen-seals", "github verdict --confirm-seals", "report gc --from", "report gc --to",
                "report gc --traces", "advise gc --memory", "advise gc --scenario",
    ];

    /// <summary>Those among them that tests of something else show, which a command shares: all of <c>selftest</c> print a document by one class,
    /// TrialSeriesTests count trials of other machines, and all of <c>history</c> find a branch by one class.</summary>
    private static readonly HashSet<string> s_shared =
    [
        "selftest aa --json", "selftest inject --json", "selftest replay --json", "selftest aa --any-machine", "selftest inject --any-machine",
        "history rebuild --remote", "history rebuild --branch", "history prune --remote", "history prune --branch", "history import --remote",
        "history import --branch",
    ];

    /// <summary>Every command and option that tests of this command have to give, and the names of the option.</summary>
    public static IEnumerable<(string Path, IReadOnlyList<string> Names)> SeenInResults(RootCommand root) =>
        from command in Commands(root)
        from option in command.Command.Options
        where option is not System.CommandLine.Help.HelpOption && Wrong(command.Path, option) is null
        where !s_shared.Contains($"{command.Path} {option.Name}")
        select (command.Path, (IReadOnlyList<string>)[option.Name, .. option.Aliases]);

    /// <summary>Options that make a command do something else, beside all flags. Whatever they are, a wrong value of another option is
    /// refused.</summary>
    private static readonly Dictionary<string, string> s_modes = new()
    {
        ["--base"] = "HEAD",
        ["--stage"] = "screen",
        ["--seeds"] = "1",
        ["--folder"] = ".",
    };

    /// <summary>What a command needs besides the option, so that nothing else is wrong with it.</summary>
    private static readonly Dictionary<string, string> s_needed = new()
    {
        ["compare"] = "HEAD",
        ["bisect"] = "--good HEAD~1 --cell hello-minimal/net10.0/workstation/CORESc",
        ["github build"] = "--out artifacts/programs",
        ["selftest aa"] = "--data selftest.json",
        ["selftest inject"] = "--data selftest.json",
        ["init"] = "PROJECT --path /",
    };

    /// <summary>Commands whose documents a wrong option is found after; what they refuse is tested beside them, and here only what refuses itself
    /// before any command runs.</summary>
    private static readonly HashSet<string> s_afterDocuments = ["github suspects", "github verdict", "report upgrade", "history import"];

    /// <summary>Options of <c>compare</c> that hold for a stored run, too: which cells are shown, and how.</summary>
    private static readonly HashSet<string> s_ofStoredRun =
        ["--scenario", "--runtime", "--gc", "--cores", "--memory", "--cpu-limit", "--out", "--format", "--json"];

    /// <summary>Values that only a stored run makes wrong.</summary>
    private static readonly Dictionary<string, string> s_right = new()
    {
        ["--subset"] = "smoke",
        ["--project"] = "workloads/MinimalApi",
        ["--rounds"] = "3",
        ["--slices"] = "3",
        ["--warmup"] = "2s",
        ["--duration"] = "5s",
        ["--scheduling"] = "normal",
        ["--driver"] = "crank",
        ["--profile"] = "lab",
        ["--variable"] = "a=b",
        ["--stage"] = "screen --out stage",
        ["--remote-source"] = "https://example.test/a.git",
        ["--mode"] = "advise",
        ["--detect"] = "5",
        ["--trace"] = "true",
        ["--traces"] = "true",
        ["--continue"] = "RUN",
    };

    /// <summary>Every other option of <c>compare</c>, of which a stored run must refuse each.</summary>
    public static TheoryData<string, string> MeaninglessForStoredRun(RootCommand root) =>
        [.. Commands(root).Single(command => command.Path == "compare").Command
        .Options.Select(option => option.Name).Where(name => name != "--help" && !s_ofStoredRun.Contains(name))
        .Select(name => (name, s_right.GetValueOrDefault(name, "any")))];

    /// <summary>Options of which one would overrule the other.</summary>
    public static TheoryData<string, string> Conflicts => new()
    {
        { "publish --articles reports --id a", "found both --id and --articles" },
        { "plan --duration 5s --slices 3", "found both --duration and --slices" },
        { "run --reference HEAD --programs nowhere", "found both --reference and --programs" },
        { "run --remote-source https://example.test/a.git --programs nowhere", "found both --remote-source and --programs" },
        { "run --remote-source https://example.test/a.git", "--remote-source: found --driver local" },
        { "compare --stage screen --out artifacts/stage", "found nothing to compare" },
        { "compare HEAD --cells a", "--cells: is only for --stage; give" },
        { "compare --continue RUN --cells a", "--cells: is only for --stage; give" },
        { "compare HEAD --continue RUN", "found both --continue and 'HEAD'" },
        { "compare --continue nowhere", "nowhere: no such file or folder" },
        { "compare --continue RUN --gc server", "found both --continue and --gc" },
        { "compare HEAD --stage screen --cells a", "--cells: is only for --stage confirm; give" },
        { "compare HEAD --stage screen --traces", "found both --stage screen and --traces" },
        { "compare HEAD --stage confirm --trace", "found both --stage confirm and --trace" },
        { "compare HEAD --stage screen --mode advise", "found both --stage screen and --mode" },
        { "gate --explain --json", "found both --explain and --format json" },
        { "gate --explain --out a", "found both --explain and --out" },
        { "compare HEAD --json --format markdown", "found both --json and --format markdown" },
        { "gate nowhere --json --format terminal", "found both --json and --format terminal" },
        { "report --json --format html", "found both --json and --format html" },
        { "report upgrade --from a --to b --json --format markdown", "found both --json and --format markdown" },
        { "report gc RUN --traces", "--traces: found neither --from nor --to" },
        { "bisect --cell a --runtime 10.0.1..10.0.2 --good HEAD", "found both --runtime and --good" },
        { "bisect --cell a --runtime 10.0.1..10.0.2 --bad HEAD", "found both --runtime and --bad" },
        { "publish RUN --id mine", "--id: found 'mine' for RUN, a run, which has an id of its own" },
        { "site serve --demo --history nowhere", "found both --demo and --history" },
        { "history rebuild --folder . --remote origin", "found both --folder and --remote" },
        { "history verify --folder . --branch gh-pages", "found both --folder and --branch" },
        { "history prune --folder . --branch gh-pages", "found both --folder and --branch" },
        { "history import data.js --folder . --remote origin", "found both --folder and --remote" },
        { "history demo --seeds 2 --out artifacts/demo", "found both --seeds and --out" },
        { "github alert", "found neither --folder nor --bisect" },
        { "github alert --folder . --issue 5", "found both --folder and --issue" },
        { "github alert --bisect nowhere --issue 5 --searches 2", "found both --bisect and --searches" },
        { "github alert --bisect nowhere --issue 5 --site pages", "found both --bisect and --site" },
        { "github suspects --plan a --artifacts b --out c --mode advise", "'--mode'" },
        { "github plan --detect 3", "--detect: found no --base" },
        { "github plan --base HEAD --reference HEAD", "found both --base and --reference" },
        { "github build --base HEAD --reference HEAD --out artifacts/programs", "found both --base and --reference" },
        { "github build --profile locale --memory 1GiB --out artifacts/programs", "unknown profile 'locale'" },
        { "doctor --github --profile lab", "found both --github and --profile" },
        { "doctor --variable a=b", "--variable: found no --profile" },
        { "selftest record --scenario words --kind cpu-5", "unknown kind 'cpu-5'; valid for words/LookUp are: operation, operation-bytes, none" },
        { "selftest inject --data selftest.json --kind operation", "unknown kind 'operation'; valid for hello-minimal are: cpu, " },
        { "selftest why --scenario words", "unknown kind 'cpu-5'; valid for words/LookUp are: operation, " },
    };

    /// <summary>The arguments of a command without any of these options.</summary>
    public static string Line(string command) => $"{command} {s_needed.GetValueOrDefault(command)}".TrimEnd();

    /// <summary>Every command and option, with a value that it must refuse, words of the message, and the modes of the command.</summary>
    public static TheoryData<string, string, string> Rows(RootCommand root)
    {
        var rows = new TheoryData<string, string, string>();
        foreach (var (path, command) in Commands(root))
        {
            foreach (var option in command.Options.Where(option => Wrong(path, option) is not null && !s_afterDocuments.Contains(path)))
            {
                var (value, message) = Wrong(path, option)!.Value;
                var modes = Modes(path, command).Where(mode => mode.Split(' ')[0] != option.Name);
                rows.Add(Without(option, Line(path)), option.Name, string.Join('|', [value, message, .. modes]));
            }
        }

        return rows;
    }

    private static string Without(Option option, string line)
    {
        var words = line.Split(' ').ToList();
        if (words.IndexOf(option.Name) is >= 0 and var at) words.RemoveRange(at, 2);
        return string.Join(' ', words);
    }

    /// <summary>The options that nobody has said anything about.</summary>
    public static IEnumerable<string> Unknown(RootCommand root) =>
        from command in Commands(root)
        from option in command.Command.Options
        where option is not System.CommandLine.Help.HelpOption
        where Wrong(command.Path, option) is null && !IsSeenInResults(command.Path, option)
        select $"{command.Path} {option.Name}";

    private static IEnumerable<string> Modes(string path, Command command) =>
        from option in command.Options
        let value = s_modes.GetValueOrDefault($"{path} {option.Name}") ?? s_modes.GetValueOrDefault(option.Name)
        where value is not null || option.ValueType == typeof(bool)
        where !Line(path).Contains(option.Name, StringComparison.Ordinal) && option is not System.CommandLine.Help.HelpOption
        select $"{option.Name} {value}".TrimEnd();

    private static (string Value, string Message)? Wrong(string path, Option option) =>
        s_wrong.TryGetValue($"{path} {option.Name}", out var own) ? own
        : IsSeenInResults(path, option) ? null
        : s_wrong.TryGetValue(option.Name, out var shared) ? shared : null;

    private static bool IsSeenInResults(string path, Option option) =>
        s_seenInResults.Contains($"{path} {option.Name}") || (s_seenInResults.Contains(option.Name) && !s_wrong.ContainsKey($"{path} {option.Name}"));

    private static IEnumerable<(string Path, Command Command)> Commands(Command command, string path = "")
    {
        var below = command.Subcommands.SelectMany(sub => Commands(sub, $"{path} {sub.Name}".TrimStart()));
        return command.Action is null ? below : below.Prepend((path, command));
    }
}
