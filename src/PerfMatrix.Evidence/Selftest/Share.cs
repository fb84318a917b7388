using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>A share with what its number of trials allows to say of it.</summary>
/// <param name="Successes">Trials in which it happened.</param>
/// <param name="Trials">All trials.</param>
/// <param name="Percent">The observed share.</param>
/// <param name="LowPercent">Lower end of the 95 % Wilson interval.</param>
/// <param name="HighPercent">Upper end of it.</param>
public sealed record Share(int Successes, int Trials, double Percent, double LowPercent, double HighPercent)
{
    /// <summary>The share of a Wilson interval.</summary>
    public static Share Of(WilsonInterval interval) => new(interval.Successes, interval.Trials, 100 * interval.Share, 100 * interval.Low, 100 * interval.High);

    /// <summary>The share; null without trials.</summary>
    public static Share? Of(WilsonInterval? interval) => interval is { } known ? Of(known) : null;

    /// <summary>How often something happened; null without trials.</summary>
    public static Share? Of(int successes, int trials) => trials > 0 ? Of(WilsonInterval.Of(successes, trials)) : null;
}
