namespace PerfMatrix.Gate;

/// <summary>
/// What the gate says of everything measured so far, and what it would have measured next. Computed from documents alone, so that the stages may run in one
/// process (measure, decide, measure what is <see cref="Wanted"/>, decide again) or in jobs on different machines.
/// </summary>
public sealed record GateDecision
{
    /// <summary>One finding of stage 1 a planned cell and metric.</summary>
    public required IReadOnlyList<ScreenFinding> Findings { get; init; }

    /// <summary>What stage 2 has to measure; empty when nothing is suspect.</summary>
    public required SuspectsDocument Suspects { get; init; }

    /// <summary>
    /// Rounds that would be decided on next, of cells that are still open: the next look of stage 1 on the same machine, and of stage 2. Empty when measuring more is of no
    /// use. A round that fails brings nothing, so whoever measures in a loop must bound it.
    /// </summary>
    public required IReadOnlyList<WantedRounds> Wanted { get; init; }

    /// <summary>The verdicts, with what stage 2 has measured so far.</summary>
    public required VerdictDocument Verdict { get; init; }

    /// <summary>Decides.</summary>
    /// <param name="documents">Comparisons of both stages; each run in one of them.</param>
    /// <param name="rules">Policy and acknowledgements.</param>
    /// <exception cref="UsageException">The documents must not gate (measured apart, on different machines, by different drivers), or contradict each other.</exception>
    public static GateDecision Of(IReadOnlyList<ComparisonDocument> documents, GateRules rules)
    {
        var input = GateInput.Of(documents, rules.Policy);
        var gate = new PullRequestGate(rules.Policy, rules.Spreads.On(documents.SelectMany(document => document.Runs)));
        var findings = gate.Screen(input.Planned, input.Screen);
        var verdicts = Acknowledgements.Apply(gate.Decide(findings, input.Confirm), rules.Acknowledgements);
        var suspects = gate.Suspects(findings);
        return new()
        {
            Findings = findings,
            Suspects = SuspectsDocument.Of(suspects, input.Cells, rules.Policy.Confirm),
            Wanted = [.. NextLooks.Screen(gate, findings, input), .. NextLooks.Confirm(rules.Policy.Confirm, suspects, verdicts, input)],
            Verdict = VerdictDocument.Of(verdicts, rules.Policy, new CellFamilies(input.Screen, input.Cells, new(rules.Policy)).Pool(findings)) with
            {
                Base = documents[0].Base,
                Head = documents[0].Head,
                Axes = [.. input.Cells.Values.Select(cell => cell.ToCell())],
                Warnings = input.Warnings,
            },
        };
    }
}

/// <summary>Rounds of a cell that a decision waits for.</summary>
/// <param name="Cell">The cell; all metrics of it are measured together.</param>
/// <param name="Stage">screen: on the machine of the rounds so far; confirm: fresh rounds, spread over fresh machines.</param>
/// <param name="Metrics">The metrics that wait.</param>
/// <param name="Rounds">Rounds in total, over all machines of the stage.</param>
/// <param name="More">Rounds beyond those at hand.</param>
public sealed record WantedRounds(ComparedCell Cell, Stage Stage, IReadOnlyList<string> Metrics, int Rounds, int More);
