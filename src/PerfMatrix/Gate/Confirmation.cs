using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>
/// Stage 2: judges all suspects of one direction together, on data that stage 1 has not seen. Each look tests against the null margin at its part of
/// the false discovery rate; who is decided at a look stays decided. A metric that gates only where it is calm has to be calm on the fresh rounds,
/// too.
/// </summary>
internal sealed class Confirmation
{
    private readonly List<Suspect> _suspects;
    private readonly PolicyScales _scales;

    private Confirmation(IEnumerable<Suspect> suspects, PolicyScales scales)
    {
        _suspects = [.. suspects];
        _scales = scales;
    }

    /// <summary>One verdict a suspect, in the order given.</summary>
    /// <param name="rounds">Fresh rounds of each subject by machine, only those that can be believed.</param>
    public static IReadOnlyList<SubjectVerdict> Judge(IEnumerable<ScreenFinding> findings, ILookup<Subject, PairedRounds> rounds, PolicyScales scales)
    {
        var confirmation = new Confirmation(findings.Select(finding => new Suspect(finding, [.. rounds[finding.Subject]], scales)), scales);
        foreach (var look in scales.Policy.Confirm.Looks)
            confirmation.Look(look);
        return [.. confirmation._suspects.Select(suspect => suspect.Verdict)];
    }

    private void Look(int pairs)
    {
        foreach (var suspect in _suspects)
            suspect.Test(pairs);
        var confirm = _scales.Policy.Confirm;
        var rejected = BenjaminiHochberg.Reject([.. _suspects.Select(s => s.PValue)], confirm.FalseDiscoveryRate / confirm.Looks.Count);
        for (var i = 0; i < rejected.Length; i++)
            _suspects[i].Decide(rejected[i]);
    }
}

/// <summary>A suspect on its way through the looks.</summary>
internal sealed class Suspect
{
    private readonly PolicyScales _scales;
    private readonly double[] _pairs;
    private readonly int _machines;
    private readonly Limits _limits;
    private readonly int _sign;
    private int _used;
    private bool _tested;
    private bool _lacking;
    private string? _reported;

    public Suspect(ScreenFinding finding, IReadOnlyList<PairedRounds> machines, PolicyScales scales)
    {
        _scales = scales;
        _machines = machines.Count;
        _sign = finding.Suspicion == Suspicion.Worse ? 1 : -1;
        _pairs = [.. Interleave(machines).Select(pair => _sign * pair)];
        _limits = scales.LimitsOf(finding.Subject);
        Verdict = finding.Verdict;
    }

    /// <summary>The verdict so far.</summary>
    public SubjectVerdict Verdict { get; private set; }

    /// <summary>p value of the last test; 1 before any, and of one whose metric spreads too much to gate.</summary>
    public double PValue { get; private set; } = 1;

    private bool Open => Verdict is { Verdict: Gate.Verdict.Unknown, Gates: true };

    /// <summary>Tests the first pairs, unless it is decided or has too few.</summary>
    public void Test(int pairs)
    {
        _tested = Open && _pairs.Length >= pairs;
        if (!_tested)
        {
            Lacks(pairs - _pairs.Length);
            return;
        }
        _used = pairs;
        _reported = SpreadRule.TooWide(_scales.Policy.Of(Verdict.Subject.Metric), Measured);
        PValue = _reported is null ? SignedRank.Greater(_pairs.AsSpan(0, pairs), _scales.NullOf(_machines)) : 1;
    }

    /// <summary>Takes a decision from the last test, if there was a new one.</summary>
    public void Decide(bool rejected)
    {
        if (!_tested)
            return;
        var evidence = Evidence.Of([.. _pairs.Take(_used).Select(pair => _sign * pair)], _machines, _scales);
        var verdict = Verdict with { Stage = Stage.Confirm, Estimate = evidence.Estimate, Rounds = _used, Machines = _machines };
        if (_reported is not null)
            Verdict = verdict with { Reason = _reported, Gates = false, MoreRounds = null };
        else if (rejected && _sign * evidence.Estimate.Location >= _limits.Threshold)
            Verdict = verdict with { Verdict = Direction, Reason = Confirmed(), MoreRounds = null };
        else if (evidence.IsSame(_limits))
            Verdict = verdict with { Verdict = Gate.Verdict.Same, Reason = Reasons.Same(_limits), MoreRounds = null };
        else
            Verdict = verdict with { Reason = Unconfirmed(rejected), MoreRounds = MoreRounds(evidence) };
    }

    private Verdict Direction => _sign > 0 ? Gate.Verdict.Worse : Gate.Verdict.Better;

    private string Confirmed() =>
        $"{Name} than the margin of {LogRatio.ToPercent(_scales.NullOf(_machines)):0.0} % "
        + $"on {_machines} {(_machines == 1 ? "machine" : "machines")}, p {(PValue < 0.0001 ? "< 0.0001" : $"= {PValue:0.0000}")}";

    private string Unconfirmed(bool rejected) => rejected
        ? $"{Name}, but by less than the threshold of {LogRatio.ToPercent(_limits.Threshold):0.0} %; {Reasons.Wide(_limits)}"
        : $"suspected to be {Name}, neither confirmed nor excluded";

    private string Name => Direction.ToString().ToLowerInvariant();

    private int? MoreRounds(Evidence evidence) => RoundsToDecide.More(evidence, Measured, _limits, _scales);

    // Of the rounds of this stage, whatever the history says: there are enough of them to know.
    private double Measured => Spread.Robust(_pairs.AsSpan(0, _used));

    // The first look that cannot be held says what is missing; later ones would only ask for more.
    private void Lacks(int missing)
    {
        if (!Open || _lacking || missing <= 0)
            return;
        _lacking = true;
        Verdict = _used > 0
            ? Verdict with { MoreRounds = missing }
            : Verdict with { Reason = $"suspected to be {Name}, {_pairs.Length} of {_pairs.Length + missing} fresh rounds", MoreRounds = missing };
    }

    // Round 1 of every machine, then round 2, so that the first pairs of a look are spread over the machines alike.
    private static IEnumerable<double> Interleave(IReadOnlyList<PairedRounds> machines)
    {
        var longest = machines.Count == 0 ? 0 : machines.Max(m => m.LogRatios.Count);
        for (var round = 0; round < longest; round++)
        {
            foreach (var machine in machines)
            {
                if (round < machine.LogRatios.Count && double.IsFinite(machine.LogRatios[round]))
                    yield return machine.LogRatios[round];
            }
        }
    }
}

/// <summary>
/// How many rounds would decide an unknown verdict if effect and spread stay as they look: the half-width of the signed-rank interval is about that
/// of the mean's divided by the square root of its efficiency, 3 / pi (E. Lehmann 1975, "Nonparametrics: Statistical Methods Based on Ranks",
/// appendix).
/// </summary>
internal static class RoundsToDecide
{
    /// <summary>More rounds than this are not worth naming.</summary>
    public const int Feasible = 200;

    private const double Efficiency = 3 / Math.PI;

    // One-sided 95 % for sameness, one-sided q/2 over a few suspects for a change.
    private const double SameScore = 1.645;
    private const double ChangeScore = 2.6;

    /// <summary>Rounds beyond those at hand; null when no feasible number would do.</summary>
    /// <param name="spread">Standard deviation of a pair, a log ratio.</param>
    public static int? More(Evidence evidence, double spread, Limits limits, PolicyScales scales)
    {
        var have = evidence.Estimate.Pairs;
        var size = Math.Abs(evidence.Estimate.Location);
        var total = size < limits.Threshold
            ? Rounds(SameScore, spread, Reach(limits.Same - size, scales.BiasOfSame / Math.Sqrt(evidence.Machines)))
            : Rounds(ChangeScore, spread, size - scales.NullOf(evidence.Machines));
        return total <= Feasible ? Math.Max((int)total - have, 1) : null;
    }

    private static double Rounds(double score, double spread, double reach) =>
        reach <= 0 ? double.PositiveInfinity : Math.Ceiling(score * score * spread * spread / (Efficiency * reach * reach));

    // What is left for the rounds of a margin that the machines take their part of.
    private static double Reach(double margin, double bias) => margin > bias ? Math.Sqrt((margin * margin) - (bias * bias)) : 0;
}
