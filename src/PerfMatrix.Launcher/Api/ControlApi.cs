using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Launcher.Api;

internal static class ControlApi
{
    /// <summary>The secret of the block, in the environment, where other users cannot read it; only who knows it may start processes here.</summary>
    public static string TokenOfEnvironment() => Environment.GetEnvironmentVariable(ProbeRoutes.TokenVariable) is { Length: > 0 } token ? token
        : throw new FormatException(
        $"the environment variable {ProbeRoutes.TokenVariable} with the token of the block is missing; the driver sets it.");

    public static WebApplication Create(LaunchPlan plan, string token, ApplicationUnderTest application)
    {
        // The empty builder reads no environment and no files: ASPNETCORE_URLS of a caller must not move the control port.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(plan.Control.GetLeftPart(UriPartial.Authority));
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, OwnLifetime>();
        var api = builder.Build();
        api.Use((context, next) => IsToken(context.Request.Headers[ProbeRoutes.TokenHeader], token) ? next(context) : RefuseAsync(context));
        api.UseRouting();
        api.MapPost(LauncherApi.Start, Answer(application.StartAsync, ContractJson.Default.StartAnswer));
        api.MapGet(LauncherApi.Reading, Answer(_ => application.ReadAsync(), ContractJson.Default.ProcessReading));
        api.MapPost(LauncherApi.Stop, Answer(_ => application.StopAsync(), ContractJson.Default.StopAnswer));
        return api;
    }

    // In a time that does not depend on where the first difference is.
    private static bool IsToken(string? candidate, string token) =>
        candidate is not null && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(candidate), Encoding.UTF8.GetBytes(token));

    private static Task RefuseAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
        return Task.CompletedTask;
    }

    private static RequestDelegate Answer<T>(Func<CancellationToken, Task<T>> step, JsonTypeInfo<T> type) => async context =>
    {
        try
        {
            await WriteAsync(context, await step(context.RequestAborted), type);
        }
        catch (LaunchException exception)
        {
            context.Response.StatusCode = StatusCodes.Status502BadGateway;
            await WriteAsync(context, exception.Failure, ContractJson.Default.LaunchFailure);
        }
    };

    private static Task WriteAsync<T>(HttpContext context, T document, JsonTypeInfo<T> type)
    {
        context.Response.ContentType = "application/json";
        return context.Response.Body.WriteAsync(JsonSerializer.SerializeToUtf8Bytes(document, type)).AsTask();
    }

    /// <summary>Leaves the signals to <see cref="Lifetime"/>; the one of the host would end the launcher on Ctrl-C.</summary>
    private sealed class OwnLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
