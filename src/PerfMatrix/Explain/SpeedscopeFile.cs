namespace PerfMatrix.Explain;

/// <summary>The stacks of a cell in the format of speedscope, which shows base and head as two profiles:
/// https://github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources.</summary>
internal static class SpeedscopeFile
{
    // Values have three decimals.
    private const double Smallest = 0.0005;

    /// <summary>e.g. <c>hello-minimal-net10.0-server-2c.speedscope.json</c>.</summary>
    public static string NameOf(string cell) => $"{Cell.FileNameOf(cell)}.speedscope.json";

    /// <summary>Writes a file for each cell that has stacks, into the folder of a run.</summary>
    public static void Write(string folder, WhyDocument why)
    {
        foreach (var cell in why.Cells)
        {
            if (cell.Flame is { } flame)
                AtomicFile.Write(Path.Combine(folder, NameOf(cell.Cell)), Encoding.UTF8.GetBytes(Format(cell.Cell, flame)));
        }
    }

    public static string Format(string cell, FlameTree flame) => JsonSerializer.Serialize(new Dictionary<string, object>
    {
        ["$schema"] = "https://www.speedscope.app/file-format-schema.json",
        ["exporter"] = "perfmatrix",
        ["name"] = $"{cell}, CPU time of a request",
        ["shared"] = new { Frames = flame.Names.Select(name => new { Name = name }) },
        ["profiles"] = new[] { Profile(flame, "base", node => node.Base), Profile(flame, "head", node => node.Head) },
    }, DocumentJson.Compact);

    // A sample for each node that takes time of its own: its stack, and that time.
    private static object Profile(FlameTree flame, string name, Func<FlameNode, double> side)
    {
        var stacks = new List<int[]>();
        foreach (var node in flame.Nodes) stacks.Add(node.Parent < 0 ? [node.Name] : [.. stacks[node.Parent], node.Name]);
        var own = flame.OwnOf(side);
        List<int> timed = [.. Enumerable.Range(0, own.Count).Where(node => own[node] >= Smallest)];
        return new
        {
            Type = "sampled",
            Name = name,
            Unit = "microseconds",
            StartValue = 0,
            EndValue = timed.Sum(node => own[node]),
            Samples = timed.Select(node => stacks[node]),
            Weights = timed.Select(node => own[node]),
        };
    }
}
