namespace PerfMatrix.Shared.Contract;

/// <summary>When the requests of an open loop are due: segments of constant or linearly changing rate, as in <c>0..300/20s 300/7m 300..0/10s</c>
/// (from 0 to 300 requests/s in 20 s, 300 requests/s for 7 minutes, down to 0 in 10 s). Requests are evenly spaced under the rate.</summary>
public sealed class RateSchedule
{
    private readonly IReadOnlyList<Segment> _segments;
    private readonly double[] _arrivalsBefore;
    private readonly double[] _secondsBefore;

    private RateSchedule(IReadOnlyList<Segment> segments)
    {
        _segments = segments;
        _arrivalsBefore = new double[segments.Count + 1];
        _secondsBefore = new double[segments.Count + 1];
        for (var i = 0; i < segments.Count; i++)
        {
            _arrivalsBefore[i + 1] = _arrivalsBefore[i] + segments[i].Arrivals;
            _secondsBefore[i + 1] = _secondsBefore[i] + segments[i].Seconds;
        }
    }

    public long Requests => (long)Math.Floor(_arrivalsBefore[^1] + 1e-9);
    public TimeSpan Duration => TimeSpan.FromSeconds(_secondsBefore[^1]);

    /// <summary>The parts in order: when each begins and ends after the start, and its first and last rate in requests/s.</summary>
    public IEnumerable<(TimeSpan Start, TimeSpan End, double From, double To)> Parts => _segments.Select((segment, i) =>
        (TimeSpan.FromSeconds(_secondsBefore[i]), TimeSpan.FromSeconds(_secondsBefore[i + 1]), segment.From, segment.To));

    /// <summary>The rate, in requests per second, at a time after the start; 0 behind the end.</summary>
    public double RateAt(TimeSpan time)
    {
        var next = Array.FindIndex(_secondsBefore, 1, start => time.TotalSeconds < start);
        return next < 0 ? 0 : _segments[next - 1].RateAt(time.TotalSeconds - _secondsBefore[next - 1]);
    }

    public static RateSchedule Parse(string text)
    {
        var parts = text.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries);
        if (parts.Length == 0) throw Unreadable(text);
        return new RateSchedule([.. parts.Select(ParseSegment)]);
    }

    /// <summary>When a request is due after the start of the schedule.</summary>
    /// <param name="index">The request, from 0.</param>
    /// <returns>The time, or null behind the end of the schedule.</returns>
    public TimeSpan? DueAt(long index)
    {
        if (index >= Requests) return null;
        var segment = Array.BinarySearch(_arrivalsBefore, index);
        segment = segment >= 0 ? segment : ~segment - 1;
        while (_segments[segment].Arrivals == 0) segment++;
        return TimeSpan.FromSeconds(_secondsBefore[segment] + _segments[segment].TimeOf(index - _arrivalsBefore[segment]));
    }

    private static Segment ParseSegment(string part)
    {
        var slash = part.IndexOf('/', StringComparison.Ordinal);
        if (slash < 0) throw Unreadable(part);
        var rates = part[..slash].Split("..");
        if (rates.Length > 2 || !TryNumber(rates[0], out var from) || !TryNumber(rates[^1], out var to)
            || !TryDuration(part[(slash + 1)..], out var seconds))
            throw Unreadable(part);
        return new Segment(from, to, seconds);
    }

    private static bool TryDuration(string text, out double seconds)
    {
        var unit = text.TrimStart([.. "0123456789."]);
        var scale = unit switch { "ms" => 0.001, "s" => 1, "m" => 60, "h" => 3600, _ => 0.0 };
        var good = TryNumber(text[..^unit.Length], out seconds) && scale > 0 && seconds > 0;
        seconds *= scale;
        return good;
    }

    private static bool TryNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number);

    private static FormatException Unreadable(string part) =>
        new($"'{part}' is not a rate schedule. Expected segments RATE/TIME or FROM..TO/TIME with a unit of ms, s, m or h, for example '0..300/20s "
            + $"300/7m 300..0/10s'.");

    private readonly record struct Segment(double From, double To, double Seconds)
    {
        public double Arrivals => (From + To) / 2 * Seconds;

        public double RateAt(double seconds) => From + (To - From) * seconds / Seconds;

        // The area under the rate up to t is from*t + slope*t*t/2; solved for t in the form that also holds for slope 0.
        public double TimeOf(double arrivals)
        {
            var slope = (To - From) / Seconds;
            var root = Math.Sqrt(Math.Max(0, From * From + 2 * slope * arrivals));
            return From + root > 0 ? 2 * arrivals / (From + root) : 0;
        }
    }
}
