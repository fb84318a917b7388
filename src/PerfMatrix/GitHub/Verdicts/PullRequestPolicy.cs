using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.GitHub;

/// <summary>The rules of a pull request: those of the branch it goes into, so that it cannot loosen its own gate.</summary>
/// <param name="root">Root of the checkout, whose policy is head's.</param>
/// <param name="policy">Checkout of the base branch, or its folder <c>crank</c>; null judges by the checkout's own policy.</param>
public sealed class PullRequestPolicy(string root, string? policy)
{
    private static readonly string[] s_files = [GatePolicyFile.Name, AcknowledgementFile.Name];

    private readonly string _base = policy is null ? root : PolicyFolder.RootOf(policy);

    /// <summary>The rules.</summary>
    /// <param name="today">Acknowledgements that end before have expired.</param>
    /// <param name="cells">Cells that the matrix may not list by itself.</param>
    /// <exception cref="UsageException">A file is missing or wrong, or an acknowledgement has expired or covers nothing.</exception>
    /// <remarks>An acknowledgement of base that has expired and that head removes or renews is no error: the pull request mends it. It excuses nothing either way.</remarks>
    public GateRules Load(DateOnly today, IEnumerable<Cell> cells)
    {
        if (_base == root)
            return GateRules.Load(root, today, cells);
        var kept = Entries(root).Select(entry => (entry.Cell, entry.Metric, entry.Expires)).ToHashSet();
        return GateRules.Load(_base, today, cells, entry => entry.Expires >= today || kept.Contains((entry.Cell, entry.Metric, entry.Expires)));
    }

    /// <summary>Files of the policy that are not those of base.</summary>
    public IReadOnlyList<string> Changes() => _base == root ? [] : [.. s_files.Where(file => Bytes(root, file) != Bytes(_base, file))];

    private static string? Bytes(string folder, string file) => Path.Combine(folder, file) is var path && File.Exists(path) ? File.ReadAllText(path) : null;

    // What head acknowledges counts for nothing here, so a mistake in it is left to its own checks.
    private static IReadOnlyList<Acknowledgement> Entries(string folder)
    {
        try
        {
            return AcknowledgementFile.Read(YamlFile.Read(Path.Combine(folder, AcknowledgementFile.Name), folder));
        }
        catch (UsageException)
        {
            return [];
        }
    }
}
