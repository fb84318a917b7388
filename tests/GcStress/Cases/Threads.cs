namespace GcStress.Cases;

internal static class Threads
{
    private const int Count = 8;
    private const int Lists = 200;
    private const int ListLength = 1000;

    /// <summary>Linked lists with a sum that is known, built by all threads at once and read again by others at the end.</summary>
    public static void AllocateFromMany()
    {
        var lists = new Node?[Count][];
        InParallel(Count, t => lists[t] = [.. Enumerable.Range(0, Lists).Select(list => BuildList(t, list))]);
        InParallel(Count, t => CheckLists(lists[(t + 1) % Count], (t + 1) % Count));
    }

    /// <summary>Threads that allocate a little and die, so that what is left of their memory goes to others; that memory must be zero.</summary>
    public static void AllocateFromShortLived()
    {
        for (var round = 0; round < 60; round++)
            InParallel(Count, t => FillFreshArrays(round * Count + t));
    }

    public static void InParallel(int count, Action<int> work)
    {
        var threads = Enumerable.Range(0, count).Select(t => new Thread(() => work(t))).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
    }

    private static Node? BuildList(int thread, int list)
    {
        Node? first = null;
        for (var i = 0; i < ListLength; i++)
            first = new Node(first, (thread * 31L + list) * 17 + i, i % 7 == 0 ? $"{thread}/{list}/{i}" : null);
        return first;
    }

    private static void CheckLists(Node?[] lists, int thread)
    {
        for (var list = 0; list < lists.Length; list++)
        {
            var expected = ListLength - 1;
            for (var node = lists[list]; node is not null; node = node.Next, expected--)
            {
                Check.That(node.Value == (thread * 31L + list) * 17 + expected, "a node has another value than it was given");
                Check.That(node.Text == (expected % 7 == 0 ? $"{thread}/{list}/{expected}" : null), "a node has another text than it was given");
            }

            Check.That(expected == -1, "a list is shorter than it was made");
        }
    }

    private static void FillFreshArrays(int seed)
    {
        var random = new Random(seed);
        for (var i = 0; i < 200; i++)
        {
            var fresh = new byte[random.Next(1, 2000)];
            Check.IsZero(fresh);
            fresh.AsSpan().Fill(0xEE);
        }
    }

    private sealed record Node(Node? Next, long Value, string? Text);
}
