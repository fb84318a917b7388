using System.Globalization;
using PerfMatrix.Configuration;
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>Reads a <c>measure</c> section.</summary>
internal static class MeasureReader
{
    public static MeasureDefaults Read(YamlValue section)
    {
        var measure = section.AsMap().Allow("rounds", "slices", "slice", "duration", "warmup", "warmupTolerance", "wakeUp", "settle", "scheduling");
        if (measure.Entry("slices") is { } slices && measure.Entry("duration") is not null)
            throw slices.KeyPlace.Error("found both 'slices' and 'duration'; the one follows from the other, give one");
        return new()
        {
            Rounds = measure.Find("rounds")?.AsWholeNumber(minimum: 1),
            Slices = measure.Find("slices")?.AsWholeNumber(minimum: 1),
            Slice = Positive(measure.Find("slice")),
            Duration = Positive(measure.Find("duration")),
            Warmup = measure.Find("warmup") is { } warmup ? ReadWarmup(warmup) : null,
            WarmupTolerance = measure.Find("warmupTolerance") is { } tolerance ? ReadShare(tolerance) : null,
            WakeUp = measure.Find("wakeUp")?.AsDuration(),
            Settle = measure.Find("settle")?.AsDuration(),
            Scheduling = measure.Find("scheduling") is { } scheduling ? ReadScheduling(scheduling) : null,
        };
    }

    private static TimeSpan? Positive(YamlValue? value) =>
        value is null ? null : value.AsDuration() is var duration && duration > TimeSpan.Zero ? duration : throw value.Expected("more than 0");

    private static WarmupRange ReadWarmup(YamlValue value) => WarmupRange.TryParse(value.AsText(), out var range) ? range : throw value.Expected(WarmupRange.Expectation);

    private static Scheduling ReadScheduling(YamlValue value) =>
        SchedulingText.TryParse(value.AsText(), out var scheduling) ? scheduling : throw value.Expected(SchedulingText.Expectation);

    private static double ReadShare(YamlValue value) =>
        value.AsText() is var text
        && text.EndsWith('%')
        && double.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
        && percent is > 0 and < 100
            ? percent / 100
            : throw value.Expected("a percentage such as 2%");
}
