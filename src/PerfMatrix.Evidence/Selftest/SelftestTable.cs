using System.Globalization;
using PerfMatrix.Evidence.Simulation;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>A table of the selftest, as texts; terminal and Markdown show the same ones.</summary>
/// <param name="Title">Title.</param>
/// <param name="Caption">How to read it.</param>
/// <param name="Headings">Headings.</param>
/// <param name="Rows">Rows, as long as the headings.</param>
public sealed record SelftestTable(string Title, string Caption, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>A share with its interval; a dash where there is none.</summary>
    internal static string WithInterval(Share? share) =>
        share is null ? "-" : string.Create(CultureInfo.InvariantCulture, $"{Percent(share.Percent)} [{Percent(share.LowPercent)} {Percent(share.HighPercent)}]");

    /// <summary>A share alone; a dash where there is none.</summary>
    internal static string Short(Share? share) => share is null ? "-" : Percent(share.Percent);

    /// <summary>How often, of how many, with its interval.</summary>
    internal static string Counted(Share? share) =>
        share is null ? "-" : string.Create(CultureInfo.InvariantCulture, $"{share.Successes} of {share.Trials} [{Percent(share.LowPercent)} {Percent(share.HighPercent)} %]");

    // 99.97 must not read 100, nor 0.03 read 0.
    private static string Percent(double percent) => percent switch
    {
        0 or 100 => percent.ToString("0", CultureInfo.InvariantCulture),
        < 1 or > 99 => percent.ToString("0.00", CultureInfo.InvariantCulture),
        _ => percent.ToString("0.0", CultureInfo.InvariantCulture),
    };
}

/// <summary>Every table of a selftest document; parts that have not been run have none.</summary>
public static class SelftestTables
{
    /// <summary>The tables: real runs first, then the simulation.</summary>
    public static IReadOnlyList<SelftestTable> Of(SelftestDocument document) =>
        [.. TrialTables.Of(document), .. document.Simulation is { } simulation ? SimulationTables.Of(simulation) : []];
}
