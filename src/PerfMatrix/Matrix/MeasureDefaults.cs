using System.Reflection;

namespace PerfMatrix.Matrix;

/// <summary>Settings of measuring that a subset or the options give; what is null comes from the level above.</summary>
internal sealed record MeasureDefaults
{
    public int? Rounds { get; init; }
    public int? Slices { get; init; }
    public TimeSpan? Slice { get; init; }

    /// <summary>Measured time of a variant in a round; the number of slices follows from it.</summary>
    public TimeSpan? Duration { get; init; }
    public WarmupRange? Warmup { get; init; }

    /// <summary>Warm-up ends when throughput grows by less than this share from one window to the next.</summary>
    public double? WarmupTolerance { get; init; }

    /// <summary>First moments of a slice whose latencies are left out.</summary>
    public TimeSpan? WakeUp { get; init; }

    /// <summary>What <c>slices: auto</c> stands for, where the load generator has CPUs of its own.</summary>
    public const int AutomaticPacedSlices = 120;

    /// <summary>Paced slices of a variant in a round of a comparison; 0 or null for none.</summary>
    public int? PacedSlices { get; init; }
    public bool IsPacedAutomatic { get; init; }
    public TimeSpan? PacedSlice { get; init; }

    /// <summary>Their rate, as a share of the throughput of base in the same round.</summary>
    public double? PacedShare { get; init; }

    /// <summary>How the system's scheduler treats applications and load generator; auto unless given.</summary>
    public Scheduling? Scheduling { get; init; }

    /// <summary>Time without load before the stop.</summary>
    public TimeSpan? Settle { get; init; }

    /// <summary>These settings where given, else the others. Duration and slices exclude each other, so one here overrides either there.</summary>
    public MeasureDefaults Over(MeasureDefaults others) => EachSetting.Over(this, others) with
    {
        Slices = Slices ?? (Duration is null ? others.Slices : null),
        Duration = Duration ?? (Slices is null ? others.Duration : null),
        IsPacedAutomatic = PacedSlices is null ? others.IsPacedAutomatic : IsPacedAutomatic,
    };

    public MeasureSettings Complete()
    {
        var slice = Given(Slice, "slice");
        var warmup = Given(Warmup, "warmup");
        return new()
        {
            Rounds = Given(Rounds, "rounds"),
            Slices = Slices ?? SlicesIn(Given(Duration, "slices or duration"), slice),
            Slice = slice,
            MinimumWarmup = warmup.Minimum,
            MaximumWarmup = warmup.Maximum,
            WarmupTolerance = Given(WarmupTolerance, "warmupTolerance"),
            WakeUp = Given(WakeUp, "wakeUp"),
            Settle = Settle ?? TimeSpan.Zero,
            Scheduling = Scheduling ?? Shared.Contract.Scheduling.Auto,
            Paced = PacedSlices is null or 0 ? null : new()
            {
                Slices = PacedSlices.Value,
                Slice = Given(PacedSlice, "paced.slice"),
                Share = Given(PacedShare, "paced.share"),
                OnlyWithOwnCpus = IsPacedAutomatic,
            },
        };
    }

    private static int SlicesIn(TimeSpan duration, TimeSpan slice) =>
        duration >= slice
            ? (int)Math.Ceiling(duration / slice)
            : throw new UsageException(
            $"a measured time of {DurationText.Format(duration)} is shorter than one slice of {DurationText.Format(slice)}; give --duration at "
                + "least one slice");

    private static T Given<T>(T? setting, string name)
        where T : struct => setting ?? throw new UsageException($"{RepositoryRoot.MatrixFile}: measure: missing key '{name}'");
}

/// <summary>Records of settings, setting by setting: a further one is a property, and forgotten nowhere.</summary>
internal static class EachSetting
{
    /// <summary>What is given, else what the others give.</summary>
    public static T Over<T>(T given, T others) where T : new() => Of<T>(setting => setting.GetValue(given) ?? setting.GetValue(others));

    public static T Of<T>(Func<PropertyInfo, object?> value) where T : new()
    {
        var settings = new T();
        foreach (var setting in typeof(T).GetProperties()) setting.SetValue(settings, value(setting));
        return settings;
    }
}

/// <summary>Shortest and longest warm-up of a variant in a round.</summary>
/// <param name="Maximum">The longest; equal to the shortest for a fixed warm-up.</param>
internal readonly record struct WarmupRange(TimeSpan Minimum, TimeSpan Maximum)
{
    public const string Expectation = "a warm-up such as 3s, or shortest and longest as 2s..8s";

    public static bool TryParse(string text, out WarmupRange range)
    {
        var parts = text.Split("..");
        range = default;
        if (parts.Length > 2 || !DurationText.TryParse(parts[0], out var minimum) || !DurationText.TryParse(parts[^1], out var maximum)) return false;
        range = new(minimum, maximum);
        return minimum <= maximum;
    }
}

internal static class MeasureReader
{
    public static MeasureDefaults Read(YamlValue section)
    {
        var measure = section.AsMap().Allow(
            "rounds", "slices", "slice", "duration", "warmup", "warmupTolerance", "wakeUp", "settle", "scheduling", "paced");
        if (measure.Entry("slices") is { } slices && measure.Entry("duration") is not null)
            throw slices.KeyPlace.Error("found both 'slices' and 'duration'; give only one");
        var paced = measure.Find("paced")?.AsMap().Allow("slices", "slice", "share");
        var isAutomatic = paced?.Find("slices") is YamlText { Text: "auto" };
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
            PacedSlices = isAutomatic ? MeasureDefaults.AutomaticPacedSlices : paced?.Find("slices")?.AsWholeNumber(minimum: 0),
            IsPacedAutomatic = isAutomatic,
            PacedSlice = Positive(paced?.Find("slice")),
            PacedShare = paced?.Find("share") is { } share ? ReadShare(share) : null,
            Scheduling = measure.Find("scheduling") is { } scheduling ? ReadScheduling(scheduling) : null,
        };
    }

    private static TimeSpan? Positive(YamlValue? value) =>
        value is null ? null : value.AsDuration() is var duration && duration > TimeSpan.Zero ? duration : throw value.Expected("more than 0");

    private static WarmupRange ReadWarmup(YamlValue value) =>
        WarmupRange.TryParse(value.AsText(), out var range) ? range : throw value.Expected(WarmupRange.Expectation);

    private static Scheduling ReadScheduling(YamlValue value) =>
        SchedulingText.TryParse(value.AsText(), out var scheduling) ? scheduling : throw value.Expected(SchedulingText.Expectation);

    private static double ReadShare(YamlValue value) =>
        value.AsText() is var text
        && text.EndsWith('%')
        && double.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
        && percent is > 0 and < 100 ? percent / 100 : throw value.Expected("a percentage such as 2%");
}

/// <summary>The names of <see cref="Scheduling"/> in YAML, on the command line and in documents.</summary>
internal static class SchedulingText
{
    public const string Expectation = "auto, normal or priority";

    public static bool TryParse(string text, out Scheduling scheduling) =>
        Enum.TryParse(text, ignoreCase: true, out scheduling) && Format(scheduling) == text;

    public static string Format(Scheduling scheduling) => scheduling.Word();
}
