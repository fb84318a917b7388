using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>Makes every request dearer by a known amount when the environment asks for it (<see cref="InjectionVariables"/>); otherwise the pipeline stays as it is.</summary>
internal static class InjectedRegression
{
    /// <param name="endpoints">The application.</param>
    /// <param name="environment">Reads the environment.</param>
    /// <exception cref="InvalidOperationException">A value is not what its variable takes, or the application has no pipeline to put a middleware into.</exception>
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
            throw new InvalidOperationException($"{variable} needs MapPerfMatrixProbe() on the application itself (a WebApplication), found {endpoints.GetType()}");
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
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var amount) && amount >= smallest && amount <= largest && amount % multipleOf == 0
            ? amount
            : throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture,
                $"{variable}: found '{text}', expected a whole number from {smallest} to {largest}{(multipleOf > 1 ? $", a multiple of {multipleOf}" : "")}; leave it unset for none"));
    }
}
