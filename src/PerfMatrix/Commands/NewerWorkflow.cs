namespace PerfMatrix.Commands;

/// <summary>Options that this version does not know yet. A pull request that brings a newer perfmatrix runs with the workflows of head and the tool
/// of base; with <c>PERFMATRIX_UNKNOWN_OPTIONS=warn</c> what the workflow says more than the tool knows is left out, and said.</summary>
internal static class NewerWorkflow
{
    public const string Variable = "PERFMATRIX_UNKNOWN_OPTIONS";

    /// <summary>The arguments without such options and their values.</summary>
    public static IReadOnlyList<string> Known(
        RootCommand root, IReadOnlyList<string> arguments, Func<string, string?> environment, Action<string> warn) =>
        environment(Variable) == "warn" ? [.. Kept(Options(root, arguments), arguments, warn)] : arguments;

    private static IEnumerable<string> Kept(HashSet<string> known, IReadOnlyList<string> arguments, Action<string> warn)
    {
        for (var at = 0; at < arguments.Count; at++)
        {
            var name = arguments[at].Split('=')[0];
            if (!IsOption(name) || known.Contains(name))
            {
                yield return arguments[at];
                continue;
            }
            warn($"{name}: not known to this version; left out, because the workflow that gives it is newer");
            // Every option of a workflow has a value.
            if (name == arguments[at] && at + 1 < arguments.Count && !IsOption(arguments[at + 1])) at++;
        }
    }

    private static HashSet<string> Options(RootCommand root, IReadOnlyList<string> arguments)
    {
        Command command = root;
        foreach (var argument in arguments)
        {
            if (command.Subcommands.FirstOrDefault(one => one.Name == argument) is not { } next) break;
            command = next;
        }
        return [.. root.Options.Concat(command.Options).SelectMany(option => option.Aliases.Prepend(option.Name))];
    }

    private static bool IsOption(string argument) => argument.Length > 2 && argument.StartsWith("--", StringComparison.Ordinal);
}
