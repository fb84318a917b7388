namespace MinimalApi;

/// <summary>
/// The smallest JSON answers an API can give. Behaviour after Rick Strahl, "Comparing Raw ASP.NET Request Throughput across Versions: 8.0 to 9.0 Edition"
/// (weblog.west-wind.com, 2025).
/// </summary>
internal static class Hello
{
    public static void MapHello(this IEndpointRouteBuilder endpoints)
    {
        endpoints.MapGet("/hello", () => new { name = "Rick", message = "Hello World" });
        endpoints.MapPost("/hello", (Greeting greeting) => new { name = greeting.Name, message = greeting.Message });
    }
}

/// <summary>Body of the POST request.</summary>
internal sealed record Greeting(string Name, string Message);
