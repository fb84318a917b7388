namespace MinimalApi;

/// <summary>
/// A large set of small objects that stays alive, some of which every request replaces: work that survives, so that collections cost something and DATAS has a
/// reason to change its number of heaps. The size of the set is <c>LIVE_SET_MEGABYTES</c> (default 100). <c>LIVE_DROPPED_KILOBYTES</c> (default 0) are allocated
/// for each request besides and dropped at once, so that few requests make collections as well.
/// </summary>
internal static class Live
{
    private const int PayloadBytes = 160;

    /// <summary>Payload, array header and node, on 64 bits.</summary>
    private const int EntryBytes = PayloadBytes + 24 + 32;

    private const int ReplacedByRequest = 100;

    private static readonly Lazy<Entry[]> s_set = new(Fill);
    private static readonly int s_droppedKilobytes = FromEnvironment("LIVE_DROPPED_KILOBYTES", 0);

    public static void MapLive(this IEndpointRouteBuilder endpoints) => endpoints.MapGet("/api/live", Replace);

    private static IResult Replace()
    {
        var set = s_set.Value;
        for (var replaced = 0; replaced < ReplacedByRequest; replaced++)
            set[Random.Shared.Next(set.Length)] = new Entry(set[Random.Shared.Next(set.Length)].Number);
        for (var dropped = 0; dropped < s_droppedKilobytes; dropped++)
            GC.KeepAlive(new byte[1000]);
        return Results.Ok(new LiveSet(set.Length));
    }

    private static Entry[] Fill()
    {
        var set = new Entry[FromEnvironment("LIVE_SET_MEGABYTES", 100) * 1024L * 1024 / EntryBytes];
        for (var i = 0; i < set.Length; i++)
            set[i] = new Entry(i);
        return set;
    }

    private static int FromEnvironment(string name, int otherwise) => int.TryParse(Environment.GetEnvironmentVariable(name), out var asked) ? asked : otherwise;

    private sealed class Entry(int number)
    {
        private readonly byte[] _payload = new byte[PayloadBytes];

        public int Number => number + _payload[0];
    }
}

/// <summary>Answer: how many objects are alive.</summary>
internal sealed record LiveSet(int Objects);
