using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Probe.Injection;

/// <summary>Makes every request dearer by a known amount when the environment asks for it (<see cref="InjectionVariables"/>); otherwise the pipeline
/// stays as it is.</summary>
internal static class InjectedRegression
{
    /// <exception cref="InvalidOperationException">A value is not what its variable takes, or the application has no pipeline to put a middleware
    /// into.</exception>
    public static void UseWhenAsked(IEndpointRouteBuilder endpoints, Func<string, string?> environment)
    {
        if (Amount(environment, InjectionVariables.Burn, CpuBurn.Smallest, CpuBurn.Largest, multipleOf: 1) is { } steps)
            Use(endpoints, InjectionVariables.Burn, () => CpuBurn.Spend(steps));
        if (Amount(environment, InjectionVariables.Allocate, ExtraAllocation.Smallest, ExtraAllocation.Largest, multipleOf: 8) is { } bytes)
            Use(endpoints, InjectionVariables.Allocate, () => ExtraAllocation.Make(bytes));
    }

    // A regression that was asked for and is not there would pass for a gate that finds nothing.
    private static void Use(IEndpointRouteBuilder endpoints, string variable, Action cost)
    {
        if (endpoints is not IApplicationBuilder application)
            throw new InvalidOperationException(
                $"{variable} needs MapPerfMatrixProbe() on the application itself (a WebApplication), found {endpoints.GetType()}");
        application.Use(next => context =>
        {
            cost();
            return next(context);
        });
    }

    private static int? Amount(Func<string, string?> environment, string variable, int smallest, int largest, int multipleOf)
    {
        if (environment(variable) is not { Length: > 0 } text)
            return null;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var amount) && amount >= smallest && amount <= largest
            && amount % multipleOf == 0
            ? amount
            : throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture,
                $"{variable}: found '{text}', expected a whole number from {smallest} "
                    + $"to {largest}{(multipleOf > 1 ? $", a multiple of {multipleOf}" : "")}; leave it unset for none"));
    }
}

/// <summary>Spends CPU time and nothing else: no allocation, no lock, no memory that other threads touch.</summary>
internal static class CpuBurn
{
    public const int Smallest = 1;
    public const int Largest = 1_000_000_000;

    /// <summary>Where the chain of this thread is. Every step needs the one before and the end is kept, so no compiler can leave one out.</summary>
    [ThreadStatic]
    private static ulong t_state;

    /// <summary>Spends so many steps.</summary>
    public static void Spend(int steps) => t_state = Advance(t_state, steps);

    /// <summary>
    /// The linear congruential generator of D. Knuth (MMIX, "The Art of Computer Programming" 2, 3.3.4): one multiplication and one addition a step,
    /// each waiting for the last. Optimised from the first call on, so that a request costs the same before and after tiering.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static ulong Advance(ulong state, int steps)
    {
        for (var step = 0; step < steps; step++)
            state = (state * 6364136223846793005) + 1442695040888963407;
        return state;
    }
}

/// <summary>Allocates an exact number of bytes.</summary>
internal static class ExtraAllocation
{
    public const int Smallest = 32;
    public const int Largest = 80_000;

    /// <summary>Header, type and length of an array in a 64-bit process.</summary>
    private const int ArrayOverhead = 24;

    /// <summary>The newest array of this thread. One that nobody could see might be put on the stack.</summary>
    [ThreadStatic]
    private static byte[]? t_newest;

    /// <param name="bytes">Its size with everything, a multiple of 8.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Make(int bytes) => t_newest = new byte[bytes - ArrayOverhead];
}
