namespace MinimalApi;

/// <summary>
/// Two strings, one of them new at every request. Behaviour after Konrad Kokosa, "Zero GC in .NET Core 2.1 and ASP.NET Core"
/// (tooslowexception.com, 2018), whose controller is in ControllersApi.
/// </summary>
internal static class Values
{
    public static void MapValues(this IEndpointRouteBuilder endpoints) =>
        endpoints.MapGet("/api/values", () => new[] { DateTime.Now.ToLongTimeString(), "value2" });
}
