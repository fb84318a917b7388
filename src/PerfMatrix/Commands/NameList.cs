using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary>Reads options that take several names.</summary>
internal static class NameList
{
    /// <summary>The names; null when the option is not given.</summary>
    /// <exception cref="UsageException">It is given without a name.</exception>
    public static IReadOnlyList<string>? Of(ParseResult line, Option<string[]> option)
    {
        if (line.GetResult(option) is null or { Implicit: true }) return null;
        var names = line.GetValue(option)!.SelectMany(value => value.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)).ToList();
        return names.Count > 0 ? names : throw new UsageException($"{option.Name}: found no name, expected at least one");
    }
}
