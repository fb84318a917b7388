using System.CommandLine;
using PerfMatrix.Commands;

namespace PerfMatrix.Evidence.Tests.Commands;

/// <summary>The options that commands share, for a walk over all commands: what each refuses, and what else a command line needs to get so
/// far.</summary>
internal static class CommonOptions
{
    /// <summary>A value that each option must refuse, and words of the message. A command that overlooked an option would go on and
    /// measure.</summary>
    private static readonly Dictionary<string, (string Value, string Message)> s_wrong = new()
    {
        ["--subset"] = ("smoky", "unknown subset 'smoky'; did you mean 'smoke'?"),
        ["--scenario"] = ("hello-minimall", "unknown scenario 'hello-minimall'; did you mean 'hello-minimal'?"),
        ["--runtime"] = ("net10", "'net10'"),
        ["--gc"] = ("sever", "'sever'; did you mean 'server'?"),
        ["--cores"] = ("0", "'0'"),
        ["--memory"] = ("much", "'much'"),
        ["--rounds"] = ("0", "--rounds: found 0, expected at least 1"),
        ["--slices"] = ("0", "--slices: found 0, expected at least 1"),
        ["--warmup"] = ("soon", "--warmup: found 'soon'"),
        ["--duration"] = ("soon", "--duration: found 'soon'"),
        ["--scheduling"] = ("fast", "--scheduling: found 'fast'"),
        ["--driver"] = ("crunk", "--driver: unknown driver 'crunk'; did you mean 'crank'?"),
        ["--profile"] = ("locale", "unknown profile 'locale'; did you mean 'local'?"),
        ["--variable"] = ("nameless", "--variable: found no name and ="),
    };

    /// <summary>What a command needs besides the option, so that nothing else is wrong with it.</summary>
    private static readonly Dictionary<string, string> s_needed = new()
    {
        ["plan"] = "",
        ["doctor"] = "--profile lab",
        ["run"] = "",
        ["compare"] = "HEAD",
        ["bisect"] = "--good HEAD~1 --cell hello-minimal/net10.0/workstation/CORESc",
        ["github plan"] = "",
        ["github build"] = "--out artifacts/programs",
        ["selftest aa"] = "--data selftest.json",
        ["selftest inject"] = "--data selftest.json",
    };

    /// <summary>The arguments of a command without any of these options.</summary>
    public static string Line(string command) => s_needed.TryGetValue(command, out var needed)
        ? $"{command} {needed}".TrimEnd()
        : throw new InvalidOperationException(
        $"'{command}' has options that other commands share: say in {nameof(CommonOptions)} what else it needs");

    /// <summary>Every command that has such an option, with each of them. <c>--out</c> is not here: that it is honoured shows wherever a test reads a
    /// result.</summary>
    public static TheoryData<string, string, string> Rows(RootCommand root)
    {
        var rows = new TheoryData<string, string, string>();
        foreach (var (path, command) in Leaves(root, ""))
        {
            // Options of another command may have one of these names, such as `bisect --runtime`; those are its own.
            foreach (var option in Shared(command))
                rows.Add(Line(path), $"{option.Name} {s_wrong[option.Name].Value}", s_wrong[option.Name].Message);
        }

        return rows;
    }

    private static IEnumerable<Option> Shared(Command command)
    {
        var texts = Texts(new SelectionOptions()).Concat(Texts(new SelectionOptions("pr"))).ToHashSet();
        return command.Options.Where(option => s_wrong.ContainsKey(option.Name) && (option.Name == "--subset" || texts.Contains(option.Description)));
    }

    private static IEnumerable<string?> Texts(SelectionOptions options)
    {
        var command = new Command("all");
        options.AddTo(command);
        Assert.Equal(command.Options.Select(option => option.Name).Where(name => name != "--out").Order(), s_wrong.Keys.Order());
        return command.Options.Select(option => option.Description);
    }

    private static IEnumerable<(string Path, Command Command)> Leaves(Command command, string path) => command.Subcommands.Count == 0
        ? [(path, command)]
        : command.Subcommands.SelectMany(below => Leaves(below, $"{path} {below.Name}".TrimStart()));
}
