using Microsoft.AspNetCore.Mvc;

namespace ControllersApi;

/// <summary>
/// A counter that also replaces a large object now and then, so that the large object heap has work. Behaviour after Kenny Pflug,
/// "Optimize ASP.NET Core memory with DATAS" (thinktecture.com, 2023), whose minimal API is in MinimalApi.
/// </summary>
[ApiController]
[Route("api/call")]
public sealed class CallController : ControllerBase
{
    /// <summary>120 kB as <c>int[]</c>: above the 85,000 bytes that put an array on the large object heap.</summary>
    private const int LargeArrayLength = 30_000;

    private const int CallsPerLargeArray = 1000;

    private static ulong s_calls;

    /// <summary>Keeps the newest large array alive, and by that the one before it collectable.</summary>
    private static int[]? s_largeArray;

    [HttpGet]
    public IActionResult Count()
    {
        var calls = Interlocked.Increment(ref s_calls);
        if (calls % CallsPerLargeArray == 0)
            Interlocked.Exchange(ref s_largeArray, new int[LargeArrayLength]);

        return Ok(new CallCount(calls));
    }
}

/// <summary>Answer: how many calls there were, this one included.</summary>
public sealed record CallCount(ulong NumberOfCalls);
