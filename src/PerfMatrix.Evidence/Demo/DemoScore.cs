using System.Globalization;
using PerfMatrix.History;

namespace PerfMatrix.Evidence.Demo;

/// <summary>How well the marks of a generated history match its truth.</summary>
/// <param name="Steps">True steps.</param>
/// <param name="Found">Those that are marked at their place (within two runs).</param>
/// <param name="Within">Those that were marked within five runs.</param>
/// <param name="Drifts">True drifts.</param>
/// <param name="DriftsFound">Those with a mark inside.</param>
/// <param name="False">Marks with no true change.</param>
public sealed record DemoScore(int Steps, int Found, int Within, int Drifts, int DriftsFound, IReadOnlyList<ChangeGroup> False)
{
    /// <summary>Runs in which a step must be found, the first one with it included.</summary>
    public const int Runs = 5;

    private const int Near = 2;
    private const int MostMembers = 3;

    /// <summary>A drift has no place; its beginning is told to within a few runs.</summary>
    private const int DriftNear = 5;

    /// <summary>For people.</summary>
    public string Sentence => $"{Found} of {Steps} steps found, {Within} within {Runs} runs, {DriftsFound} of {Drifts} drifts, {False.Count} false marks{Places}.";

    private string Places => False.Count == 0 ? "" : $" ({string.Join("; ", False.Select(Place))})";

    /// <summary>Compares marks with the truth.</summary>
    public static DemoScore Of(DemoTruth truth, HistoryStore history)
    {
        var steps = truth.Changes.Where(change => !change.IsDrift).ToList();
        var drifts = truth.Changes.Where(change => change.IsDrift).ToList();
        var found = steps.Select(step => history.Changes.Where(mark => Math.Abs(mark.Sequence - step.Sequence) <= Near && IsOf(mark, step, history)).ToList()).ToList();
        return new(
            steps.Count,
            found.Count(marks => marks.Count > 0),
            steps.Zip(found).Count(pair => pair.Second.Exists(mark => mark.Detected < pair.First.Sequence + Runs)),
            drifts.Count,
            drifts.Count(drift => history.Changes.Any(mark => IsIn(mark, drift) && IsOf(mark, drift, history))),
            [.. history.Changes.Where(mark => !steps.Exists(step => Math.Abs(mark.Sequence - step.Sequence) <= Near && IsOf(mark, step, history)) && !drifts.Exists(drift => IsIn(mark, drift) && IsOf(mark, drift, history)))]);
    }

    /// <summary>Where a mark is and what it rests on, so that a false one can be looked into; of many members the first.</summary>
    private static string Place(ChangeGroup mark)
    {
        var members = mark.Members.Take(MostMembers).Select(member => string.Create(CultureInfo.InvariantCulture, $"cell {member.Cell} {member.Metric} {member.EffectPercent:+0.0;-0.0} % found at {member.Detected}"));
        return string.Create(CultureInfo.InvariantCulture, $"at {mark.Sequence}: {string.Join(", ", members)}{(mark.Members.Count > MostMembers ? $" and {mark.Members.Count - MostMembers} more" : "")}");
    }

    private static bool IsIn(ChangeGroup mark, DemoChange drift) => mark.Sequence >= drift.Sequence - DriftNear && mark.Sequence <= drift.Until + Near;

    private static bool IsOf(ChangeGroup mark, DemoChange change, HistoryStore history) =>
        mark.Members.Any(member => change.At(change.Until, member.Metric, history.Catalogue.Cells[member.Cell].Id) != 0);
}
