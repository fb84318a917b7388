using System.Text.RegularExpressions;

namespace Workflows.Tests.Act;

/// <summary>Makes the subsets <c>compare</c>, <c>pr</c> and <c>main</c> one real cell, and the policy lenient.</summary>
internal static partial class SmallMatrix
{
    private const string Cell = "scenario: [hello-minimal]\n    runtime: [net10.0]\n    gc: [workstation]\n    cores: [all]\n    ";

    /// <summary>Without paced slices, which a machine with more CPUs than the cell would add: four seconds a process and round.</summary>
    public const string Short = "measure: { rounds: 2, slices: 12, warmup: 100ms, paced: { slices: 0 } }";

    /// <summary>One cell, measured as the subset <c>pr</c> of this repository is.</summary>
    public const string AsPullRequests = "measure: { rounds: 7, duration: 2s, warmup: 1s..2s }";

    public static void WriteSubsets(string root, string measure) =>
        Edit(root, "crank/matrix.yml", text => Subset()
            .Replace(text, match => $"  {match.Groups[1].Value}:\n    description: One cell.\n    {Cell}{measure}\n\n"), changes: 2);

    /// <summary>Lets the applications give no events, so that what is found worse is not explained, which takes most of a minute.</summary>
    public static void SwitchDiagnosticsOff(string root) => Edit(root, "crank/matrix.yml", text => text.Replace(
        "        DOTNET_gcServer: \"0\"\n        DOTNET_gcConcurrent: \"1\"\n",
        "        DOTNET_gcServer: \"0\"\n        DOTNET_gcConcurrent: \"1\"\n        DOTNET_EnableDiagnostics: \"0\"\n", StringComparison.Ordinal),
            changes: 1);

    /// <summary>Makes the policy so lenient that the noise of a busy machine decides nothing: what is planted multiplies the work of a
    /// request.</summary>
    public static void WritePolicy(string root) => Edit(root, "crank/gate.yml", Lenient, changes: 8);

    /// <summary>The same for a repository that has its one file instead of ours, and that only advises, as <c>init</c> has written it.</summary>
    /// <param name="scenario">The scenario whose cell is measured, named after its path.</param>
    public static void WriteOwnFile(string root, string scenario)
    {
        var file = Path.Combine(root, "crank", "perfmatrix.yml");
        // Requests of its slower application take longer than a slice, and those under way are waited for behind each.
        var (path, text) = ($" path: /{scenario} }}", File.ReadAllText(file));
        Assert.Contains(path, text, StringComparison.Ordinal);
        text = text.Replace(path, $" path: /{scenario}, connections: 4 }}", StringComparison.Ordinal);
        var own = text.IndexOf("\ngate:\n  mode: advise ", StringComparison.Ordinal);
        Assert.True(own > 0, text);
        var cell = Cell.Replace("hello-minimal", scenario, StringComparison.Ordinal).Replace("    ", "      ", StringComparison.Ordinal);
        var subsets = string.Concat(new[] { "compare", "pr", "main" }.Select(
            name => $"    {name}:\n      description: One cell.\n      {cell}{Short}\n"));
        var gate = Lenient(File.ReadAllText(Checkout.File("crank", "gate.yml"))).Replace("mode: enforce ", "mode: advise ", StringComparison.Ordinal);
        File.WriteAllText(file, $"{text[..own]}\nmatrix:\n  subsets:\n{subsets}\ngate:\n{Indented(gate)}");
    }

    /// <summary>Lets no change of a time count that is smaller than eleven times: where a test plants none, a busy machine excludes that at the first
    /// look. Twice the time it may not exclude at the last one.</summary>
    public static void OverlookTimes(string root) => Edit(
        root, "crank/gate.yml", text => text.Replace("\ndetectPercent: 100 ", "\ndetectPercent: 1000 ", StringComparison.Ordinal), changes: 1);

    private static string Indented(string text) =>
        string.Concat(text.Split('\n').Where(line => line.Length > 0 && line != "---").Select(line => $"  {line}\n"));

    // What is planted is worse after four rounds. Where nothing is, a busy machine may exclude no change of the size, however many there are, and
    // unknown is green, too.
    private static string Lenient(string text) => Tail().Replace(text, "report }")
        .Replace("\nundecided: fail ", "\nmostRounds: 6\nundecided: fail ", StringComparison.Ordinal)
        .Replace("\ndetectPercent: 5 ", "\ndetectPercent: 100 ", StringComparison.Ordinal)
        .Replace("paired, detectPercent: 10 }", "paired, detectPercent: 100 }", StringComparison.Ordinal)
        .Replace("amount: 8 }", "amount: 100000 }", StringComparison.Ordinal);

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
