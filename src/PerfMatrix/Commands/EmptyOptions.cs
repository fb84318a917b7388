namespace PerfMatrix.Commands;

/// <summary>Options with an empty value, which count as not given: so a workflow hands its inputs on as they are, <c>--rounds "$ROUNDS"</c>, and
/// needs no logic for those that were left out. No option of ours has a meaning for an empty text.</summary>
internal static class EmptyOptions
{
    /// <summary>The arguments without such options, written as two arguments or as <c>--name=</c>.</summary>
    public static string[] Drop(IReadOnlyList<string> arguments) => [.. arguments.Where((argument, at) => !(IsOption(argument)
        ? argument.IndexOf('=') == argument.Length - 1 || arguments.ElementAtOrDefault(at + 1) is ""
        : argument.Length == 0 && at > 0 && IsOption(arguments[at - 1])))];

    internal static bool IsOption(string argument) => argument.StartsWith("--", StringComparison.Ordinal) && argument.Length > 2;
}
