using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>The rules that a measured comparison is judged by.</summary>
internal static class ComparisonRules
{
    /// <summary>Policy and acknowledgements of the checkout, and what its <c>selftest</c> knows of this machine; <c>--rounds</c> makes the screen one look of so many rounds.</summary>
    /// <exception cref="UsageException">A file is wrong, or the rounds are too few for the policy.</exception>
    public static GateRules Load(string root, PairedCells cells, int? rounds)
    {
        var rules = GateRules.Load(root, DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().UtcDateTime), cells.Pairs.Select(pair => pair.Cell)) with { Spreads = Spreads(root) };
        return rounds is { } number ? rules with { Policy = WithRounds(rules.Policy, number) } : rules;
    }

    /// <summary>The policy alone, for a stage whose verdict is computed elsewhere; what is acknowledged plays no part in measuring.</summary>
    /// <param name="root">The checkout whose metrics are measured.</param>
    /// <param name="policy">Folder with the policy; null for that of the checkout.</param>
    /// <param name="rounds">Rounds of the screen instead of those of the policy.</param>
    /// <exception cref="UsageException">A file is wrong, or the rounds are too few for the policy.</exception>
    public static GateRules OfStage(string root, string? policy, int? rounds)
    {
        var of = policy is null ? root : PolicyFolder.RootOf(policy);
        var read = GatePolicyFile.Read(YamlFile.Read(Path.Combine(of, GatePolicyFile.Name), of));
        return new(rounds is { } number ? WithRounds(read, number) : read);
    }

    /// <summary>The A/A history of the checkout; none before its first <c>selftest</c>.</summary>
    /// <exception cref="UsageException">The document is damaged, or of a newer version.</exception>
    public static StoredSpreads Spreads(string root) => SpreadHistory.Read(Path.Combine(root, SpreadHistory.DefaultPath));

    private static GatePolicy WithRounds(GatePolicy policy, int rounds)
    {
        var changed = policy with { Screen = policy.Screen with { Looks = [rounds] } };
        var problem = PolicyCheck.Problems(changed).FirstOrDefault(problem => problem.Key.StartsWith("screen.looks", StringComparison.Ordinal));
        return problem is null ? changed : throw new UsageException($"--rounds: found {rounds}; as the only look of the screen it {problem.Complaint}");
    }
}
