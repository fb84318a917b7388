using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>Notes which scheduling was in force, as launchers and load jobs reported it.</summary>
internal sealed class SchedulingLedger
{
    private readonly HashSet<Scheduling> _seen = [];

    /// <summary>Takes a round in; variants that never started say nothing of it, and cases of BenchmarkDotNet are scheduled by nobody.</summary>
    public void Add(RoundObservation round)
    {
        if (round.Variants.Any(variant => variant.Benchmark is not null)) return;
        _seen.Add(round.Scheduling);
        _seen.UnionWith(round.Variants.Where(variant => variant.Startup > TimeSpan.Zero).Select(variant => variant.Scheduling));
    }

    /// <summary>The settings of a run with what was in force; unchanged before the first round.</summary>
    public RunSettings AddTo(RunSettings settings) => _seen.Count == 0 ? settings
        : settings with { Scheduling = _seen.Count == 1 ? SchedulingText.Format(_seen.Single()) : "mixed" };

    /// <summary>A warning when it was not the same throughout.</summary>
    public IEnumerable<string> Warnings()
    {
        if (_seen.Count > 1)
            yield return "Some processes ran with priority and some without, so their absolute values do not compare. Measure with --scheduling normal, or permit it everywhere.";
    }
}
