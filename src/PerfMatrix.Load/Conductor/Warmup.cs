namespace PerfMatrix.Load.Conductor;

/// <summary>Decides when the processes of a block are warm, all together. Compiling the hot code anew makes every process faster by a multiple, at
/// about the same time, after a while in which nothing changes; over the mean of the variants that stands out where one process alone only shows
/// noise. So a block is warm when it has become faster since its slowest window, and grows no more: from one window to the next by at most the
/// tolerance and twice the error that the scatter of the slices leaves. One that never becomes faster is warmed up for the longest time. Even then
/// code may still be compiled in the background, which would count as CPU time of the requests. So in two pauses, with slices between them, no
/// process may use the CPU.</summary>
internal sealed class Warmup(MeasureSettings settings, int variants)
{
    public static readonly TimeSpan Window = TimeSpan.FromMilliseconds(200);

    /// <summary>One that works without requests is waited for no longer.</summary>
    public const int MostPauses = 8;

    private const double Errors = 2;

    // A tenth of one CPU: room for timers and the runtime's own threads.
    private static readonly TimeSpan s_quiet = WarmupPauses.Length / 10;
    private static readonly double s_faster = Math.Log(1.5);

    private readonly List<double>[] _logRates = [.. Enumerable.Range(0, variants).Select(_ => new List<double>())];
    private readonly TimeSpan[] _times = new TimeSpan[variants];
    private double _slowest = double.PositiveInfinity;
    private int _pauses;
    private int _quiet;

    private int SlicesInWindow => Math.Max(1, (int)Math.Ceiling(Window / settings.Slice));

    /// <summary>Whether it ends by what the processes do; a fixed one is as long as somebody has found to be enough.</summary>
    public bool IsFixed => settings.MaximumWarmup <= settings.MinimumWarmup;

    public TimeSpan TimeOf(int variant) => _times[variant];

    public void Add(int variant, TimeSpan elapsed, long requests)
    {
        _times[variant] += elapsed;
        _logRates[variant].Add(Math.Log(Math.Max(requests, 1) / elapsed.TotalSeconds));
    }

    /// <summary>Whether the shortest warm-up is over and throughput has settled; asked after every cycle.</summary>
    /// <param name="active">The variants that count.</param>
    public bool IsSettled(IReadOnlyCollection<int> active)
    {
        var isLongEnough = active.All(v => _times[v] >= settings.MinimumWarmup);
        return IsFixed ? isLongEnough : IsSteady(active) && isLongEnough;
    }

    /// <summary>Whether nothing is compiled any more, or it is waited for no longer.</summary>
    /// <param name="used">CPU time that each process used in a pause.</param>
    public bool IsQuiet(IEnumerable<TimeSpan> used)
    {
        _quiet = used.All(time => time <= s_quiet) ? _quiet + 1 : 0;
        return ++_pauses >= MostPauses || _quiet >= WarmupPauses.Quiet;
    }

    /// <summary>Throughput of the slowest variant at the end, in requests/s; null without slices.</summary>
    public double? SlowestRate(IEnumerable<int> active) => active.Select(v => _logRates[v]).Where(rates => rates.Count > 0)
        .Select(rates => (double?)Math.Exp(rates.TakeLast(SlicesInWindow).Average())).Min();

    public bool IsExhausted(IReadOnlyCollection<int> active) => active.All(v => _times[v] >= settings.MaximumWarmup);

    private bool IsSteady(IReadOnlyCollection<int> active)
    {
        if (active.Count == 0 || active.Any(v => _logRates[v].Count < 2 * SlicesInWindow)) return false;
        var windows = active.Select(v => _logRates[v])
            .Select(rates => (Before: Of(rates[^(2 * SlicesInWindow)..^SlicesInWindow]), Now: Of(rates[^SlicesInWindow..]))).ToList();
        var (before, now) = (windows.Average(window => window.Before.Mean), windows.Average(window => window.Now.Mean));
        _slowest = Math.Min(_slowest, Math.Min(before, now));
        var error = Math.Sqrt(windows.Sum(window => window.Before.Error + window.Now.Error)) / windows.Count;
        return now - _slowest >= s_faster && now - before <= settings.WarmupTolerance + (Errors * error);
    }

    // The mean of a window, and the square of its error.
    private static (double Mean, double Error) Of(List<double> window)
    {
        var mean = window.Average();
        return (mean, window.Count < 2 ? 0 : window.Sum(rate => (rate - mean) * (rate - mean)) / (window.Count - 1) / window.Count);
    }
}
