using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using PerfMatrix.GitHub.StandIn.Endpoints;

namespace PerfMatrix.GitHub.StandIn;

/// <summary>
/// The part of GitHub's REST API that perfmatrix uses, on loopback. Paths, fields and statuses are those of the public description
/// (github/rest-api-description); archives are served by a second host, as with the real one.
/// </summary>
public sealed class StandInServer : IAsyncDisposable
{
    private readonly WebApplication _api;
    private readonly WebApplication _store;

    private StandInServer(StandInState state, WebApplication api, WebApplication store) => (State, _api, _store) = (state, api, store);

    /// <summary>What it knows; change it between requests.</summary>
    public StandInState State { get; }
    public Uri Api => AddressOf(_api);

    /// <summary>Starts both hosts on free ports.</summary>
    public static async Task<StandInServer> StartAsync(string repository)
    {
        var state = new StandInState(repository);
        var store = Create(state);
        ArtifactEndpoints.MapStore(store, state);
        await store.StartAsync();
        var api = Create(state);
        api.Use((context, next) => Faults.AnswerAsync(state, context, next));
        api.Use(Tokens.RequireAsync);
        ArtifactEndpoints.Map(api, state, AddressOf(store));
        CommentEndpoints.Map(api, state);
        CommitEndpoints.Map(api, state);
        IssueEndpoints.Map(api, state);
        PullRequestEndpoints.Map(api, state);
        RunEndpoints.Map(api, state);
        SettingsEndpoints.Map(api, state);
        ControlEndpoints.Map(api, state);
        await api.StartAsync();
        return new(state, api, store);
    }

    public async ValueTask DisposeAsync()
    {
        await _api.DisposeAsync();
        await _store.DisposeAsync();
    }

    /// <summary>A host on a free port of loopback that tells nothing.</summary>
    internal static WebApplicationBuilder NewBuilder()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        return builder;
    }

    internal static Uri AddressOf(WebApplication application) =>
        new(application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single() + "/");

    private static WebApplication Create(StandInState state)
    {
        var builder = NewBuilder();
        builder.WebHost.ConfigureKestrel(options => options.Limits.MaxRequestBodySize = 1L << 30);
        builder.Services.ConfigureHttpJsonOptions(
            options => options.SerializerOptions.PropertyNamingPolicy = System.Text.Json.JsonNamingPolicy.SnakeCaseLower);
        var application = builder.Build();
        application.Use((context, next) =>
        {
            state.Requests.Enqueue(
                $"{context.Request.Method} {context.Request.Path}{context.Request.QueryString}"
                    + $"{(context.Request.Headers.Authorization.Count > 0 ? " +token" : "")}");
            return next(context);
        });
        return application;
    }
}
