using System.Collections;
using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary>Variables of the crank files that come from the command line or the environment; the command line wins.</summary>
public static class CrankVariables
{
    /// <summary>An environment variable that begins so is a variable of the crank files; the rest is its name.</summary>
    public const string Prefix = "PERFMATRIX_VARIABLE_";

    /// <summary>The option <c>--variable</c>.</summary>
    public static Option<string[]> Option() => new("--variable")
    {
        Description = $"Variable of the crank files as name=value; repeatable. Give a secret in the environment instead: {Prefix}name.",
        AllowMultipleArgumentsPerToken = false,
    };

    /// <summary>All of them, with those of this process's environment.</summary>
    /// <exception cref="UsageException">An option is not name=value.</exception>
    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> options) => Of(options, Environment.GetEnvironmentVariables());

    /// <summary>All of them.</summary>
    /// <param name="options">Values of <c>--variable</c>.</param>
    /// <param name="environment">The environment.</param>
    /// <exception cref="UsageException">An option is not name=value. The message does not repeat a value, which may be secret.</exception>
    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> options, IDictionary environment)
    {
        var variables = environment.Keys.OfType<string>()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal) && name.Length > Prefix.Length)
            .ToDictionary(name => name[Prefix.Length..], name => (string)environment[name]!);
        foreach (var option in options)
        {
            var equals = option.IndexOf('=', StringComparison.Ordinal);
            if (equals < 1) throw new UsageException("--variable: found no name and = in a value, expected name=value");
            variables[option[..equals]] = option[(equals + 1)..];
        }

        return variables;
    }
}
