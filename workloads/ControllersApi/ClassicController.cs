using Microsoft.AspNetCore.Mvc;

namespace ControllersApi;

/// <summary>
/// The smallest JSON answers a controller can give. Behaviour after Rick Strahl, "Comparing Raw ASP.NET Request Throughput across Versions: 8.0 to 9.0 Edition"
/// (weblog.west-wind.com, 2025).
/// </summary>
[ApiController]
[Route("classic")]
public sealed class ClassicController : ControllerBase
{
    [HttpGet("hello")]
    public object Hello() => new { name = "Rick", message = "Hello World" };

    [HttpPost("hello")]
    public object Hello(Greeting greeting) => new { name = greeting.Name, message = greeting.Message };
}

/// <summary>Body of the POST request.</summary>
public sealed record Greeting(string Name, string Message);
