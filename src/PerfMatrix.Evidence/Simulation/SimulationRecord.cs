namespace PerfMatrix.Evidence.Simulation;

/// <param name="Seed">Seed; the same one gives the same numbers.</param>
/// <param name="Rows">What the gate said, world by world.</param>
internal sealed record SimulationRecord(
    DateTimeOffset StartedAt, double ElapsedSeconds, int PullRequests, int Cells, ulong Seed, GatePolicy Policy, IReadOnlyList<RowRecord> Rows);

/// <summary>What the gate said of the pull requests of one world.</summary>
/// <param name="Name">Name of the row.</param>
/// <param name="EffectPercent">The true change of the affected cells; above 0 is worse.</param>
/// <param name="Red">Pull requests that failed.</param>
/// <param name="NotGreen">Pull requests that do not pass: failed or undecided.</param>
/// <param name="CalledSame">Affected cells judged to be the same.</param>
/// <param name="WrongDirection">Affected cells judged to have changed the other way.</param>
/// <param name="FalseCells">Unchanged cells judged worse.</param>
/// <param name="Unknown">Cells whose verdict is unknown.</param>
/// <param name="Coverage">Intervals that hold the truth.</param>
/// <param name="DetectablePercent">The smallest change that a cell would have shown, in percent, on average.</param>
/// <param name="RoundsPerCell">Rounds of a cell, on average; of all its machines.</param>
/// <param name="Goals">What the row must show.</param>
internal sealed record RowRecord(
    string Name, NoiseModel Noise, double EffectPercent, Share Red, Share NotGreen, Share? Power, Share? CalledSame, Share? WrongDirection,
    Share? FalseCells, Share Unknown, Share? Coverage, double DetectablePercent, double RoundsPerCell, double SuspectsPerPullRequest,
    IReadOnlyList<Goal> Goals, IReadOnlyList<OtherRuleRecord> Others)
{
    /// <summary>A share by name; null when the row has no such thing.</summary>
    public Share? Of(Quantity quantity) => quantity switch
    {
        Quantity.Red => Red,
        Quantity.NotGreen => NotGreen,
        Quantity.Power => Power,
        Quantity.CalledSame => CalledSame,
        Quantity.WrongDirection => WrongDirection,
        Quantity.Coverage => Coverage,
        _ => throw new ArgumentOutOfRangeException(nameof(quantity), quantity, null),
    };

    internal static RowRecord Of(Scenario scenario, Tally tally)
    {
        var others = OtherRules.All.Select((rule, i) => new OtherRuleRecord(
            rule.Name, Share.OfSome(tally.OthersRed[i], tally.PullRequests), Share.Of(tally.OthersFound[i], tally.Affected)));
        var row = new RowRecord(
            scenario.Name, scenario.Noise, scenario.EffectPercent,
            Red: Share.OfSome(tally.Red, tally.PullRequests),
            NotGreen: Share.OfSome(tally.NotGreen, tally.PullRequests),
            Power: Share.Of(tally.Found, tally.Affected),
            CalledSame: Share.Of(tally.CalledSame, tally.Affected),
            WrongDirection: Share.Of(tally.WrongDirection, tally.Affected),
            FalseCells: Share.Of(tally.FalseWorse, tally.Cells - tally.Affected),
            Unknown: Share.OfSome(tally.Unknown, tally.Cells),
            Coverage: Share.Of(tally.Covered, tally.Intervals),
            DetectablePercent: tally.DetectableMilli / 1000.0 / tally.Cells,
            RoundsPerCell: (double)tally.Rounds * scenario.Metrics.Count() / tally.Cells,
            SuspectsPerPullRequest: (double)tally.Suspects / tally.PullRequests,
            Goals: [],
            Others: [.. others]);
        return row with { Goals = [.. scenario.Goals.Select(goal => goal.By(row.Of(goal.Quantity)))] };
    }
}

/// <summary>What another rule said of the same data.</summary>
/// <param name="Red">Pull requests (or real gate runs) that it fails.</param>
/// <param name="Power">Affected cells that it finds; null without affected cells.</param>
internal sealed record OtherRuleRecord(string Name, Share Red, Share? Power);

/// <summary>A share with what its number of trials allows to say of it.</summary>
/// <param name="LowPercent">Lower end of the 95 % Wilson interval.</param>
/// <param name="HighPercent">Upper end of it.</param>
internal sealed record Share(int Successes, int Trials, double Percent, double LowPercent, double HighPercent)
{
    /// <summary>How often something happened; null without trials.</summary>
    public static Share? Of(int successes, int trials) => trials > 0 ? OfSome(successes, trials) : null;

    /// <summary>The same of at least one trial.</summary>
    public static Share OfSome(int successes, int trials) => Of(WilsonInterval.Of(successes, trials));

    private static Share Of(WilsonInterval interval) =>
        new(interval.Successes, interval.Trials, 100 * interval.Share, 100 * interval.Low, 100 * interval.High);
}

internal static class ShareText
{
    public static string WithInterval(Share? share) =>
        share is null ? "-" : $"{Percent(share.Percent)} [{Percent(share.LowPercent)} {Percent(share.HighPercent)}]";

    /// <summary>A share alone; a dash where there is none.</summary>
    public static string Short(Share? share) => share is null ? "-" : Percent(share.Percent);

    /// <summary>What of all pull requests fails, and behind a slash what is found of what is affected, where something is.</summary>
    public static string RedAndFound(Share? red, Share? found) => found is null ? Short(red) : $"{Short(red)} / {Short(found)}";

    public static string Counted(Share? share) =>
        share is null ? "-" : $"{share.Successes} of {share.Trials} [{Percent(share.LowPercent)} {Percent(share.HighPercent)} %]";

    // 99.97 must not read 100, nor 0.03 read 0.
    private static string Percent(double percent) => percent switch
    {
        0 or 100 => percent.ToString("0"),
        < 1 or > 99 => percent.ToString("0.00"),
        _ => percent.ToString("0.0"),
    };
}
