using PerfMatrix.Configuration;
using PerfMatrix.Matrix;

namespace PerfMatrix.Gate;

/// <summary>Everything that the gate judges by, checked.</summary>
/// <param name="Policy">The policy, <c>crank/gate.yml</c>.</param>
/// <param name="Acknowledgements">What may be worse, <c>crank/acknowledged.yml</c>.</param>
/// <param name="Spreads">The A/A history of machines.</param>
public sealed record GateRules(GatePolicy Policy, IReadOnlyList<Acknowledgement> Acknowledgements, StoredSpreads Spreads)
{
    /// <summary>A policy alone: nothing acknowledged, no history.</summary>
    public GateRules(GatePolicy policy)
        : this(policy, [], StoredSpreads.None)
    {
    }

    /// <summary>Reads and checks the files of a checkout, which have no history; call it before measuring.</summary>
    /// <param name="root">Root of the repository.</param>
    /// <param name="today">Acknowledgements that end before have expired.</param>
    /// <param name="cells">Cells that the matrix does not list by itself, such as those of exact patches: planned, or in the documents.</param>
    /// <param name="keep">Which acknowledgements count; null for all.</param>
    /// <exception cref="UsageException">A file is missing or wrong, or an acknowledgement has expired or covers nothing.</exception>
    public static GateRules Load(string root, DateOnly today, IEnumerable<Cell> cells, Func<Acknowledgement, bool>? keep = null)
    {
        var policy = GatePolicyFile.Read(YamlFile.Read(Path.Combine(root, GatePolicyFile.Name), root));
        var acknowledgements = AcknowledgementFile.Read(YamlFile.Read(Path.Combine(root, AcknowledgementFile.Name), root)).Where(keep ?? (_ => true)).ToList();
        if (acknowledgements.Count > 0)
            Gate.Acknowledgements.Require(acknowledgements, today, KnownSubjects.Of(MatrixDefinition.Load(root), policy, cells));
        return new(policy, acknowledgements, StoredSpreads.None);
    }
}
