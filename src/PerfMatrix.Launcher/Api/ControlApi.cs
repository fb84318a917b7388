using System.Text.Json.Serialization.Metadata;
using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>Serves <see cref="LauncherApi"/>.</summary>
internal static class ControlApi
{
    /// <summary>Builds the web application; it listens once it is started.</summary>
    public static WebApplication Create(LaunchPlan plan, ControlToken token, ApplicationUnderTest application)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls(plan.Control.ToString());
        var api = builder.Build();
        api.Use((context, next) => token.Matches(context.Request.Headers[ProbeRoutes.TokenHeader]) ? next(context) : RefuseAsync(context));
        api.MapPost(LauncherApi.Start, (CancellationToken cancellation) => AnswerAsync(() => application.StartAsync(cancellation), ProtocolJson.Default.StartAnswer));
        api.MapGet(LauncherApi.Reading, () => AnswerAsync(() => Task.FromResult(application.Read()), ProtocolJson.Default.ProcessReading));
        api.MapPost(LauncherApi.Stop, () => AnswerAsync(application.StopAsync, ProtocolJson.Default.StopAnswer));
        api.MapPost(LauncherApi.Exit, () => api.Lifetime.StopApplication());
        return api;
    }

    private static Task RefuseAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
        return Task.CompletedTask;
    }

    private static async Task<IResult> AnswerAsync<T>(Func<Task<T>> step, JsonTypeInfo<T> type)
    {
        try
        {
            return TypedResults.Json(await step(), type);
        }
        catch (LaunchException exception)
        {
            return TypedResults.Json(exception.Failure, ProtocolJson.Default.LaunchFailure, statusCode: StatusCodes.Status502BadGateway);
        }
    }
}
