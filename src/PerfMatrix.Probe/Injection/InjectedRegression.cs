using System.Runtime.CompilerServices;

namespace PerfMatrix.Probe.Injection;

/// <summary>Makes the workload worse in the ways that the environment asks for (<see cref="InjectionVariables"/>).</summary>
internal static class InjectedRegression
{
    // A new one is an entry here and in the table of `selftest inject`.
    private static readonly Injection[] s_all =
    [
        new(InjectionVariables.Burn, 1, 1_000_000_000, steps => BeforeEach(() => CpuBurn.Spend(steps))),
        new(InjectionVariables.Allocate, 24, 80_000, bytes => BeforeEach(() => ExtraAllocation.Make(bytes))) { MultipleOf = 8 },
        new(InjectionVariables.Stall, 100, 1_000_000_000, requests => BeforeEach(new Stall(requests).Pass)),
        new(InjectionVariables.Tail, 20, 1_000_000_000, requests => new Tail(requests).Wrap),
        new(InjectionVariables.Lock, 1, 10_000, microseconds => BeforeEach(new HeldLock(microseconds).Pass)),
        new(InjectionVariables.Collect, 100, 1_000_000_000, requests => BeforeEach(new AskedCollections(requests).Pass)),
        new(InjectionVariables.Memory, 1, 1024, AtStart(HeldMemory.Take)),
        new(InjectionVariables.Committed, 1, 1024, AtStart(HeldMemory.Commit)),
        new(InjectionVariables.Startup, 1, 10_000, AtStart(LateStart.Wait)),
    ];

    /// <exception cref="InvalidOperationException">A value is not what its variable takes, or there is no pipeline for a middleware.</exception>
    public static void UseWhenAsked(IEndpointRouteBuilder endpoints, Func<string, string?> environment)
    {
        foreach (var injection in s_all)
        {
            if (injection.Amount(environment) is { } amount && injection.Put(amount) is { } middleware)
                Application(endpoints, injection.Variable).Use(middleware);
        }
    }

    // A regression that was asked for and is not there would pass for a gate that finds nothing.
    private static IApplicationBuilder Application(IEndpointRouteBuilder endpoints, string variable) => endpoints as IApplicationBuilder
        ?? throw new InvalidOperationException(
            $"{variable} needs MapPerfMatrixProbe() on the application itself (a WebApplication), found {endpoints.GetType()}");

    private static Func<RequestDelegate, RequestDelegate> BeforeEach(Action cost) => next => context =>
    {
        cost();
        return next(context);
    };

    private static Func<int, Func<RequestDelegate, RequestDelegate>?> AtStart(Action<int> act) => amount =>
    {
        act(amount);
        return null;
    };
}

/// <param name="Put">Puts so much in; what is a matter of requests comes back as a middleware.</param>
internal sealed record Injection(string Variable, int Smallest, int Largest, Func<int, Func<RequestDelegate, RequestDelegate>?> Put)
{
    public int MultipleOf { get; init; } = 1;

    /// <summary>The amount that the environment asks for; null for none.</summary>
    public int? Amount(Func<string, string?> environment)
    {
        if (environment(Variable) is not { Length: > 0 } text) return null;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var amount) && amount >= Smallest && amount <= Largest
            && amount % MultipleOf == 0
            ? amount
            : throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture,
                $"{Variable}: found '{text}', expected a whole number from {Smallest} "
                    + $"to {Largest}{(MultipleOf > 1 ? $", a multiple of {MultipleOf}" : "")}; leave it unset for none"));
    }
}

/// <summary>Spends CPU time and nothing else: no allocation, no lock, no memory that other threads touch.</summary>
internal static class CpuBurn
{
    /// <summary>Where the chain of this thread is. Every step needs the one before and the end is kept, so no compiler can leave one out.</summary>
    [ThreadStatic]
    private static ulong t_state;

    public static void Spend(int steps) => t_state = Advance(t_state, steps);

    /// <summary>The linear congruential generator of D. Knuth (MMIX, "The Art of Computer Programming" 2, 3.3.4): one multiplication and one addition
    /// a step, each waiting for the last. Optimised from the first call on, so that a request costs the same before and after tiering.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static ulong Advance(ulong state, int steps)
    {
        for (var step = 0; step < steps; step++) state = (state * 6364136223846793005) + 1442695040888963407;
        return state;
    }
}

/// <summary>Allocates an exact number of bytes.</summary>
internal static class ExtraAllocation
{
    /// <summary>Header, type and length of an array in a 64-bit process.</summary>
    private const int ArrayOverhead = 24;

    /// <summary>The newest array of this thread. One that nobody could see might be put on the stack.</summary>
    [ThreadStatic]
    private static byte[]? t_newest;

    /// <param name="bytes">Its size with everything, a multiple of 8.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Make(int bytes) => t_newest = new byte[bytes - ArrayOverhead];
}

/// <summary>A lock that every request holds for a moment, so that others wait for it.</summary>
internal sealed class HeldLock(int microseconds)
{
#pragma warning disable MA0158 // .NET 8 has no System.Threading.Lock, and waits for one are told by the same event only since .NET 9
    private readonly object _gate = new();
#pragma warning restore MA0158
    private readonly long _length = microseconds * Stopwatch.Frequency / 1_000_000;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Pass()
    {
        lock (_gate)
        {
            for (var end = Stopwatch.GetTimestamp() + _length; Stopwatch.GetTimestamp() < end;) Thread.SpinWait(10);
        }
    }
}

/// <summary>Blocking collections of everything, every so many requests.</summary>
internal sealed class AskedCollections(int every)
{
    private int _requests;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Pass()
    {
        if ((uint)Interlocked.Increment(ref _requests) % (uint)every == 0) GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
    }
}
