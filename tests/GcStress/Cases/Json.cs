using System.Text.Json;

namespace GcStress.Cases;

/// <summary>Documents written and read again by all threads: the caches behind the serializer are full of weak tables, which a fault in handles
/// breaks first.</summary>
internal static class Json
{
    public static void Run() => Threads.InParallel(8, thread =>
    {
        for (var i = 0; i < 400; i++)
        {
            var order = new Order(i, $"customer {thread}", [.. Enumerable.Range(0, 20).Select(n => new Item($"item {n}", n * 1.5m))],
                new() { ["thread"] = thread, ["i"] = i });
            var read = JsonSerializer.Deserialize<Order>(JsonSerializer.SerializeToUtf8Bytes(order, Options(i)), Options(i))!;
            Check.That(
                read.Id == i && read.Customer == order.Customer && read.Items.SequenceEqual(order.Items), "a document that was read again differs");
            Check.That(read.Tags["thread"] == thread && read.Tags["i"] == i, "a dictionary that was read again differs");
        }
    });

    // Now and then options of their own, whose cache of contracts is built anew.
    private static JsonSerializerOptions? Options(int i) => i % 50 == 0 ? new JsonSerializerOptions { WriteIndented = true } : null;

    private sealed record Order(int Id, string Customer, List<Item> Items, Dictionary<string, int> Tags);

    private sealed record Item(string Name, decimal Price);
}
