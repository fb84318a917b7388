using System.Text.RegularExpressions;

namespace Workflows.Tests.Act;

/// <summary>
/// Makes the subsets <c>compare</c>, <c>pr</c> and <c>main</c> one real cell with short rounds, and the policy so lenient that the noise of a busy machine decides nothing:
/// what is planted multiplies the work of a request. One machine confirms, because several would measure at the same time here.
/// </summary>
internal static partial class SmallMatrix
{
    private const string Cell = "scenario: [hello-minimal]\n    runtime: [net10.0]\n    gc: [workstation]\n    cores: [all]\n    measure: { rounds: 2, slices: 10, warmup: 200ms..300ms }\n";

    public static void Write(string root)
    {
        Edit(root, "crank/matrix.yml", text => Subset().Replace(text, match => $"  {match.Groups[1].Value}:\n    description: One cell.\n    {Cell}\n"), changes: 2);
        Edit(root, "crank/gate.yml", text => text
            .Replace("\nthresholdPercent: 2.5", "\nthresholdPercent: 60", StringComparison.Ordinal)
            .Replace("\nunknownLimitPercent: 10 ", "\nunknownLimitPercent: 100 ", StringComparison.Ordinal)
            .Replace("\n  machines: 3 ", "\n  machines: 1 ", StringComparison.Ordinal)
            .Replace("\n  limitPercent: 2 ", "\n  limitPercent: 50 ", StringComparison.Ordinal)
            .Replace("\n  looks: [7, 10, 13, 18]", "\n  looks: [7, 10]", StringComparison.Ordinal), changes: 5);
    }

    private static void Edit(string root, string file, Func<string, string> edit, int changes)
    {
        var path = Path.Combine(root, file);
        var (old, text) = (File.ReadAllText(path), edit(File.ReadAllText(path)));
        var changed = text.Split('\n').Except(old.Split('\n')).Count();
        Assert.True(changed >= changes, $"{file} has changed: the tests of the workflows edit it, and found too little of what they look for");
        File.WriteAllText(path, text);
    }

    [GeneratedRegex(@"^  (compare|pr|main):\n(?:    .*\n)+\n", RegexOptions.Multiline)]
    private static partial Regex Subset();
}
