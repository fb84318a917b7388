using System.Security.Cryptography;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Probe;

/// <summary>The one line of a workload: <c>app.MapPerfMatrixProbe();</c></summary>
public static class PerfMatrixProbe
{
    /// <summary>Maps the endpoints of <see cref="ProbeRoutes"/> that report the runtime and GC in force, and counters. Does nothing unless the
    /// environment holds the token of a block (<see cref="ProbeRoutes.TokenVariable"/>), so a workload can keep the line in production. When
    /// <see cref="InjectionVariables"/> are set, every request also gets the regression they ask for.</summary>
    /// <exception cref="InvalidOperationException">A regression was asked for that cannot be.</exception>
    public static IEndpointRouteBuilder MapPerfMatrixProbe(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        InjectedRegression.UseWhenAsked(endpoints, Environment.GetEnvironmentVariable);
        var token = Environment.GetEnvironmentVariable(ProbeRoutes.TokenVariable);
        if (string.IsNullOrEmpty(token)) return endpoints;

        var collections = CollectionListener.Create();
        var large = LargeObjectListener.StartWhenAsked();
        endpoints.MapGet(ProbeRoutes.Proof, Guarded(token, ProofReading.Take, ProbeJson.Default.ProbeProof));
        endpoints.MapGet(ProbeRoutes.Counters, Guarded(token, () => CountersReading.Take(collections, large), ProbeJson.Default.ProbeCounters));
        endpoints.MapGet(ProbeRoutes.Timeline, Guarded(token, collections.Read, ProbeJson.Default.ProbeTimeline));
        return endpoints;
    }

    private static RequestDelegate Guarded<T>(string token, Func<T> read, JsonTypeInfo<T> type)
    {
        var expected = Encoding.UTF8.GetBytes(token);
        return context => Carries(context.Request, expected) ? AnswerAsync(context.Response, read(), type) : RefuseAsync(context.Response);
    }

    private static bool Carries(HttpRequest request, byte[] expected)
    {
        var given = Encoding.UTF8.GetBytes(request.Headers[ProbeRoutes.TokenHeader].ToString());
        return CryptographicOperations.FixedTimeEquals(given, expected);
    }

    private static async Task AnswerAsync<T>(HttpResponse response, T document, JsonTypeInfo<T> type)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(document, type);
        response.ContentType = "application/json";
        response.ContentLength = json.Length;
        await response.Body.WriteAsync(json);
    }

    private static Task RefuseAsync(HttpResponse response)
    {
        response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }
}

/// <summary>Writes documents as <c>ContractJson</c> reads them. Spelled out, as the web defaults as a value exist since .NET 9.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ProbeProof))]
[JsonSerializable(typeof(ProbeCounters))]
[JsonSerializable(typeof(ProbeTimeline))]
internal sealed partial class ProbeJson : JsonSerializerContext;
