namespace PerfMatrix.Load.Conductor;

/// <summary>The slices of a round, once its warm-up has shown how long a response takes. A process runs through a whole slice as it began, a fifth
/// faster or slower, so many short slices tell more than few long ones. But behind the end of a slice the answers in flight are waited for, so one of
/// a few responses would measure the waiting.</summary>
internal static class SliceLength
{
    /// <summary>Responses, one behind the other, that a slice has time for.</summary>
    private const int Responses = 8;

    /// <summary>Slices that a round keeps, however slow the responses are.</summary>
    private const int FewestSlices = 20;

    /// <summary>The settings with longer and fewer slices where responses need that; the measured time stays.</summary>
    /// <param name="rate">Throughput of the slowest variant, in requests/s; null when it is not known.</param>
    /// <param name="connections">Requests in flight; with the rate they give the response time (Little's law).</param>
    public static MeasureSettings Fitted(MeasureSettings settings, double? rate, int connections)
    {
        if (rate is not > 0) return settings;
        var wanted = TimeSpan.FromMilliseconds(Math.Ceiling(Responses * connections / rate.Value * 1000));
        var longest = settings.Duration / FewestSlices;
        var slice = wanted < longest ? wanted : longest;
        return slice <= settings.Slice ? settings : settings with { Slice = slice, Slices = Math.Max(1, (int)Math.Round(settings.Duration / slice)) };
    }
}
