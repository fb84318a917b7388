namespace PerfMatrix.Evidence.Simulation;

/// <summary>Counts of a row; sums of integers only, so that the order of threads does not matter.</summary>
internal sealed class Tally
{
    public int PullRequests, Red, Incomplete, Suspects, ScreenRounds;
    public int Cells, Unknown, FalseWorse, Affected, Found, WrongDirection;
    public int Screened, ScreenCovered, Confirmed, ConfirmCovered;
    public int[] OthersRed { get; } = new int[OtherRules.All.Count];
    public int[] OthersFound { get; } = new int[OtherRules.All.Count];

    public void Add(Tally other)
    {
        PullRequests += other.PullRequests;
        Red += other.Red;
        Incomplete += other.Incomplete;
        Suspects += other.Suspects;
        ScreenRounds += other.ScreenRounds;
        Cells += other.Cells;
        Unknown += other.Unknown;
        FalseWorse += other.FalseWorse;
        Affected += other.Affected;
        Found += other.Found;
        WrongDirection += other.WrongDirection;
        Screened += other.Screened;
        ScreenCovered += other.ScreenCovered;
        Confirmed += other.Confirmed;
        ConfirmCovered += other.ConfirmCovered;
        for (var i = 0; i < OthersRed.Length; i++)
        {
            OthersRed[i] += other.OthersRed[i];
            OthersFound[i] += other.OthersFound[i];
        }
    }
}
