using PerfMatrix.Explain;
using PerfMatrix.History;

namespace PerfMatrix.Benchmarks;

/// <summary>Explanations with pictures of 1,000 boxes, the most that a picture has.</summary>
internal static class LargeExplanation
{
    private const int Nodes = 1000;

    /// <summary>Nodes that stand alone on their row, as the frames between the server and the code of the application do.</summary>
    private const int Stem = 30;

    private const double Whole = 40;

    /// <summary>Adds two of them to a history, as its newest.</summary>
    public static void AddTo(string folder)
    {
        var files = new FolderFiles(folder);
        var (newest, changes) = (new HistoryStore(files).Index.Newest!, new FileChanges());
        var documents = Enumerable.Range(1, 2).Select(number => TracedDocument.Of($"{newest.FinishedAt.Year:0000}-large{number}", Of(number)));
        TracedShelf.AddTo(files, changes, [.. documents], newest.FinishedAt.AddDays(1), null);
        files.Apply(changes);
    }

    private static WhyDocument Of(int number) => new()
    {
        Base = new($"base-{number}", null),
        Head = new($"head-{number}", null),
        Cells =
        [
            new()
            {
                Cell = "hello-minimal/net10.0/server/2c",
                Rounds = 5,
                BaseCpuPerRequest = Whole,
                CpuDifference = new(2.1, 1.9, 2.3),
                Cpu = [.. Enumerable.Range(0, 40)
                    .Select(method => new MethodChange($"Method{method}", "Shop", 1, 0.8, 1.2, 1, 1, "Shop.cs", method))],
                Flame = Flame(number),
            },
        ],
    };

    /// <summary>Below the stem each node has three that share its time, but for a rest of its own.</summary>
    private static FlameTree Flame(int number)
    {
        var nodes = new List<FlameNode> { new(0, -1, Whole, Whole) };
        while (nodes.Count < Nodes)
        {
            var parent = nodes.Count <= Stem ? nodes.Count - 1 : Stem + ((nodes.Count - Stem - 1) / 3);
            var time = nodes.Count <= Stem ? Whole : Math.Round(nodes[parent].Base / 3.1, 4);
            nodes.Add(new(nodes.Count, parent, time, Math.Round(time * (1 + (0.01 * ((nodes.Count * number % 5) - 2))), 4)));
        }

        return new([.. Enumerable.Range(0, Nodes).Select(name => $"Shop.Orders.OrderService.Method{name}")], nodes);
    }
}
