namespace PerfMatrix.Commands;

/// <summary>Options with an empty value, which count as not given: so a workflow hands its inputs on as they are, <c>--rounds "$ROUNDS"</c>, and
/// needs no logic for those that were left out. No option of ours has a meaning for an empty text.</summary>
internal static class EmptyOptions
{
    /// <summary>The arguments without such options, written as two arguments or as <c>--name=</c>.</summary>
    public static string[] Drop(IReadOnlyList<string> arguments)
    {
        var kept = new List<string>(arguments.Count);
        for (var at = 0; at < arguments.Count; at++)
        {
            if (IsOption(arguments[at]) && at + 1 < arguments.Count && arguments[at + 1].Length == 0)
                at++;
            else if (!(IsOption(arguments[at]) && arguments[at].IndexOf('=') == arguments[at].Length - 1))
                kept.Add(arguments[at]);
        }

        return [.. kept];
    }

    internal static bool IsOption(string argument) => argument.StartsWith("--", StringComparison.Ordinal) && argument.Length > 2;
}
