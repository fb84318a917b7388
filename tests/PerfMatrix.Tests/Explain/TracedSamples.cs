using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;

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
    public IReadOnlyList<TracedRound> Rounds(double extra = 0, double bytes = 0) =>
        [.. Enumerable.Range(0, TracedRounds.Rounds).Select(_ => new TracedRound(Side(0, 0), Side(extra, bytes)))];

    private TracedSide Side(double extra, double bytes)
    {
        var speed = 1 + (ProcessSpread * Normal());
        var stacks = new List<IReadOnlyList<Frame>>();
        for (var method = 0; method < 150; method++)
            Add(20.0 / (method + 2) / 4.5 * speed, new($"Library.Method{method}", "Library"), s_main);
        Add((0.5 + extra) * speed, Frame.OfLibrary("kernel"), new("Orders.Total", "Shop"), s_main);
        var allocations = new List<AllocationSample>();
        foreach (var (type, place, size) in new[] { ("string", "Main", 700), ("byte[]", "Main", 700), ("Order", "Total", 64), ("string", "Format", 48 + bytes) })
        {
            for (var i = Poisson(size * Requests / 102_400); i > 0; i--)
                allocations.Add(new(default, type, 102_400, [new("String.Concat", "System.Private.CoreLib"), new($"Orders.{place}", "Shop"), s_main]));
        }
        return new(Requests, stacks.Count * s_period * 1.02, s_period, stacks, allocations);

        void Add(double microseconds, params Frame[] stack)
        {
            for (var i = Poisson(microseconds * Requests / s_period.TotalMicroseconds); i > 0; i--) stacks.Add(stack);
        }
    }

    private int Poisson(double mean) => Math.Max(0, (int)Math.Round(mean + (Math.Sqrt(mean) * Normal())));

    private double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
