using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Explain;

/// <summary>Traced rounds of an application that does not exist: the same seed gives the same samples.</summary>
internal sealed class TracedSamples(int seed)
{
    public const int Requests = 100_000;

    private static readonly Frame s_main = new("Program.Main", "Shop");
    private static readonly TimeSpan s_period = TimeSpan.FromMilliseconds(1);

    private readonly Random _random = new(seed);

    /// <summary>How much slower the machine makes a process as a whole, as a share.</summary>
    public double ProcessSpread { get; init; } = 0.02;

    /// <summary>Rounds whose head differs from base as given.</summary>
    /// <param name="extra">Microseconds a request of head in <c>Orders.Total</c>, above those of base.</param>
    /// <param name="bytes">Bytes of <c>string</c> a request of head, above those of base.</param>
    /// <param name="more">How much more often head waits for a lock, throws, collects and starves; 0 is as base.</param>
    public IReadOnlyList<TracedRound> Rounds(double extra = 0, double bytes = 0, double more = 0) =>
        [.. Enumerable.Range(0, TracedRounds.Rounds).Select(_ => new TracedRound(Side(0, 0, 0), Side(extra, bytes, more)))];

    private TracedSide Side(double extra, double bytes, double more)
    {
        var speed = 1 + (ProcessSpread * Normal());
        var stacks = new List<IReadOnlyList<Frame>>();
        for (var method = 0; method < 150; method++)
            Add(20.0 / (method + 2) / 4.5 * speed, new($"Library.Method{method}", "Library"), s_main);
        Add((0.5 + extra) * speed, Frame.OfLibrary("kernel"), new("Orders.Total", "Shop"), s_main);
        var allocations = new List<AllocationSample>();
        foreach (var (type, place, size) in new[] { ("string", "Main", 700), ("byte[]", "Main", 700), ("Order", "Total", 64),
            ("string", "Format", 48 + bytes) })
        {
            // All alike, so one stands for all.
            var sample = new AllocationSample(default, type, 102_400,
                [new("String.Concat", "System.Private.CoreLib"), new($"Orders.{place}", "Shop"), s_main]);
            allocations.AddRange(Enumerable.Repeat(sample, Poisson(size * Requests / 102_400)));
        }
        return new(Requests, stacks.Count * s_period * 1.02, s_period, stacks, allocations) { Events = Events(more) };

        void Add(double microseconds, params Frame[] stack)
        {
            for (var i = Poisson(microseconds * Requests / s_period.TotalMicroseconds); i > 0; i--) stacks.Add(stack);
        }
    }

    // Waits of very different lengths in two places, exceptions, collections that happen anyway and some that are asked for, and a pool that is
    // seldom short.
    private List<EventSample> Events(double more)
    {
        var events = new List<EventSample>();
        Add(CauseEvent.Lock, 2_000, "lock", () => -50 * Math.Log(1 - _random.NextDouble()), new("Monitor.Enter", "System.Private.CoreLib"), s_main);
        Add(CauseEvent.Lock, 300 + (more * 2_000), "lock", () => -50 * Math.Log(1 - _random.NextDouble()),
            new("Monitor.Enter", "System.Private.CoreLib"),
            new("Orders.Total", "Shop"), s_main);
        Add(CauseEvent.Exception, 500, "IOException", () => 1, new("Library.Method3", "Library"), s_main);
        Add(CauseEvent.Exception, 20 + (more * 1_000), "FormatException", () => 1, new("Int32.Parse", "System.Private.CoreLib"),
            new("Orders.Parse", "Shop"), s_main);
        Add(CauseEvent.Pause, 40, "gen0 blocking, small objects", () => 300 + (30 * Normal()));
        Add(CauseEvent.Pause, more * 30, "gen2 blocking, induced", () => 4_000 + (200 * Normal()), new("Orders.Collect", "Shop"), s_main);
        Add(CauseEvent.Starvation, 1 + (more * 20), "thread pool", () => 1);
        return events;

        void Add(CauseEvent kind, double times, string name, Func<double> amount, params Frame[] stack)
        {
            for (var i = Poisson(times); i > 0; i--) events.Add(new(default, kind, name, amount(), stack));
        }
    }

    private int Poisson(double mean) => Math.Max(0, (int)Math.Round(mean + (Math.Sqrt(mean) * Normal())));

    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
