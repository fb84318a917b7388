using Microsoft.AspNetCore.Mvc;

namespace ControllersApi;

/// <summary>
/// Two strings, one of them new at every request. Behaviour after Konrad Kokosa, who put such a controller on a GC that never collects
/// ("Zero GC in .NET Core 2.1 and ASP.NET Core", tooslowexception.com, 2018).
/// </summary>
[ApiController]
[Route("api/values")]
public sealed class ValuesController : ControllerBase
{
    [HttpGet]
    public IEnumerable<string> Get() => new[] { DateTime.Now.ToLongTimeString(), "value2" };
}
