namespace PerfMatrix.Gate;

/// <summary>Everything that the gate judges by, checked.</summary>
internal sealed record GateRules(GatePolicy Policy, IReadOnlyList<Acknowledgement> Acknowledgements, MachineBias Bias)
{
    /// <summary>A policy alone: nothing acknowledged, no history.</summary>
    public GateRules(GatePolicy policy) : this(policy, [], MachineBias.None)
    {
    }

    /// <summary>The size that the command line gave, which the policy has, too; null without one.</summary>
    public double? OwnDetectPercent { get; init; }

    /// <summary>Reads and checks the files of a checkout, which have no history; call it before measuring.</summary>
    /// <param name="cells">Cells that the matrix does not list by itself, such as those of exact patches: planned, or in the documents.</param>
    public static GateRules Load(string root, DateOnly today, IEnumerable<Cell> cells, Func<Acknowledgement, bool>? keep = null)
    {
        var policy = GatePolicyFile.Load(root);
        var acknowledgements = AcknowledgementFile.Load(root).Where(keep ?? (_ => true)).ToList();
        if (acknowledgements.Count > 0)
            Gate.Acknowledgements.Require(acknowledgements, today, KnownSubjects.Of(MatrixDefinition.Load(root), policy, cells));
        return new(policy, acknowledgements, MachineBias.None);
    }
}

/// <summary>The files that decide what fails a pull request, and what is measured.</summary>
internal static class PolicyFiles
{
    /// <summary>Their names relative to the root. For a pull request they are read from the branch it goes into.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [AcknowledgementFile.Name, GatePolicyFile.Name, RepositoryRoot.MatrixFile, ConfigurationFiles.Own];
}

/// <summary>Every cell and gating metric that an acknowledgement may be about.</summary>
internal static class KnownSubjects
{
    // What `all` cores may be on some machine.
    private static readonly int[] s_coreCounts = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128];

    /// <summary>The subjects of cells that the matrix does not list, and of the whole matrix: made when asked for, as there are millions.</summary>
    public static IEnumerable<Subject> Of(MatrixDefinition matrix, GatePolicy policy, IEnumerable<Cell> cells)
    {
        var metrics = policy.Metrics.Where(metric => metric.Rule != MetricRule.Report).Select(metric => metric.Metric).ToList();
        return from cell in cells.Concat(Cells(matrix)) let id = cell.Id from metric in metrics select new Subject(id, cell.Scenario, metric);
    }

    private static IEnumerable<Cell> Cells(MatrixDefinition matrix)
    {
        var cores = matrix.Cores.Any(c => c.Count is null) ? s_coreCounts.AsEnumerable() : [];
        var counts = cores.Union(matrix.Cores.Select(c => c.Count).OfType<int>()).ToList();
        var limited = new Cell("", "", "", 0).Limited(axis =>
            [.. matrix.InSubsets(axis).Prepend(LimitRule.None).Select(name => axis.Canonical(name)!).Distinct()]).ToList();
        return from scenario in matrix.Scenarios
               from runtime in matrix.Runtimes
               from gc in matrix.GcModeNames
               from count in counts
               from cell in limited
               select cell with { Scenario = scenario.Name, Runtime = runtime.Framework, Gc = gc, Cores = count };
    }
}

/// <summary>Patterns in which <c>*</c> stands for any text, also none; everything else is literal and case counts.</summary>
internal static class Wildcard
{
    public static bool Matches(string pattern, string text) => Regex.IsMatch(
        text,
        $@"\A{Regex.Escape(pattern).Replace(@"\*", ".*", StringComparison.Ordinal)}\z",
        RegexOptions.Singleline | RegexOptions.NonBacktracking | RegexOptions.CultureInvariant,
        TimeSpan.FromSeconds(1));
}
