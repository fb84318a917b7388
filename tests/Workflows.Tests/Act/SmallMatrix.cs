using System.Text.RegularExpressions;

namespace Workflows.Tests.Act;

/// <summary>Makes the subsets <c>compare</c>, <c>pr</c> and <c>main</c> one real cell, and the policy lenient.</summary>
internal static partial class SmallMatrix
{
    private const string Cell = "scenario: [hello-minimal]\n    runtime: [net10.0]\n    gc: [workstation]\n    cores: [all]\n    ";

    public const string Short = "measure: { rounds: 2, slices: 6, warmup: 100ms..150ms }";

    /// <summary>One cell, measured as the subset <c>pr</c> of this repository is.</summary>
    public const string AsPullRequests = "measure: { rounds: 7, slices: 100, warmup: 1s..2s }";

    public static void WriteSubsets(string root, string measure) =>
        Edit(root, "crank/matrix.yml", text => Subset()
            .Replace(text, match => $"  {match.Groups[1].Value}:\n    description: One cell.\n    {Cell}{measure}\n\n"), changes: 2);

    /// <summary>Makes the policy so lenient that the noise of a busy machine decides nothing: what is planted multiplies the work of a request.</summary>
    public static void WritePolicy(string root) => Edit(root, "crank/gate.yml", text => Tail().Replace(text, "report }")
        .Replace("\ndetectPercent: 5 ", "\ndetectPercent: 100 ", StringComparison.Ordinal)
        .Replace("paired, detectPercent: 10 }", "paired }", StringComparison.Ordinal)
        .Replace("amount: 8 }", "amount: 100000 }", StringComparison.Ordinal), changes: 7);

    private static void Edit(string root, string file, Func<string, string> edit, int changes)
    {
        var path = Path.Combine(root, file);
        var (old, text) = (File.ReadAllText(path), edit(File.ReadAllText(path)));
        var changed = text.Split('\n').Except(old.Split('\n')).Count();
        Assert.True(changed >= changes, $"{file} has changed: the tests of the workflows edit it, and found too little of what they look for");
        File.WriteAllText(path, text);
    }

    [GeneratedRegex(@"tail, detectPercent: \d+ }")]
    private static partial Regex Tail();

    [GeneratedRegex(@"^  (compare|pr|main):\n(?:    .*\n)+\n", RegexOptions.Multiline)]
    private static partial Regex Subset();
}
