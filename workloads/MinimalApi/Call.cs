namespace MinimalApi;

/// <summary>
/// A counter that also replaces a large object now and then, so that the large object heap has work. Behaviour after Kenny Pflug,
/// "Optimize ASP.NET Core memory with DATAS" (thinktecture.com, 2023).
/// </summary>
internal static class Call
{
    /// <summary>120 kB as <c>int[]</c>: above the 85,000 bytes that put an array on the large object heap.</summary>
    private const int LargeArrayLength = 30_000;

    private const int CallsPerLargeArray = 1000;

    private static ulong s_calls;

    /// <summary>Keeps the newest large array alive, and by that the one before it collectable.</summary>
    private static int[]? s_largeArray;

    public static void MapCall(this IEndpointRouteBuilder endpoints) => endpoints.MapGet("/api/call", Count);

    private static IResult Count()
    {
        var calls = Interlocked.Increment(ref s_calls);
        if (calls % CallsPerLargeArray == 0)
            Interlocked.Exchange(ref s_largeArray, new int[LargeArrayLength]);

        return Results.Ok(new CallCount(calls));
    }
}

/// <summary>Answer: how many calls there were, this one included.</summary>
internal sealed record CallCount(ulong NumberOfCalls);
