namespace PerfMatrix.Evidence.Simulation;

internal static class GoalText
{
    public static string Of(IEnumerable<Goal> goals) =>
        string.Join(", ", goals.Select(goal => $"{Name(goal.Quantity)} {Limits(goal)} {goal.State.ToString().ToLowerInvariant()}"));

    private static string Name(Quantity quantity) => quantity switch
    {
        Quantity.Red => "failed",
        Quantity.NotGreen => "not green",
        Quantity.Power => "found",
        Quantity.CalledSame => "same",
        Quantity.WrongDirection => "wrong way",
        Quantity.Coverage => "intervals",
        _ => throw new ArgumentOutOfRangeException(nameof(quantity), quantity, null),
    };

    private static string Limits(Goal goal) =>
        goal.LowPercent <= 0 ? $"<= {goal.HighPercent}" : goal.HighPercent >= 100 ? $">= {goal.LowPercent}"
        : $"{goal.LowPercent}-{goal.HighPercent}";
}

internal static class ShareText
{
    public static string WithInterval(Share? share) =>
        share is null ? "-" : $"{Percent(share.Percent)} [{Percent(share.LowPercent)} {Percent(share.HighPercent)}]";

    /// <summary>A share alone; a dash where there is none.</summary>
    public static string Short(Share? share) => share is null ? "-" : Percent(share.Percent);

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
