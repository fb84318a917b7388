namespace PerfMatrix.Benchmarks;

/// <summary>One figure of this tool beside what people use today, measured side by side in one run.</summary>
/// <param name="Name">What is compared, e.g. <c>load/throughput</c>.</param>
/// <param name="Unit">Unit of both figures.</param>
/// <param name="Peer">The other figure (median); null when there is no peer.</param>
/// <param name="PeerName">What the other figure is of.</param>
/// <param name="Ratio">Ours divided by the peer's, median of the interleaved runs; ours alone without a peer.</param>
/// <param name="Target">The rule in words, e.g. <c>&gt;= 1.02</c>.</param>
/// <param name="Met">Whether the ratio (or, without a peer, our figure) meets it.</param>
/// <param name="Spread">Smallest and largest ratio of the runs, or how sure the figure is.</param>
internal sealed record BenchmarkRow(
    string Name, string Unit, double Ours, double? Peer, string PeerName, double? Ratio, string Target, bool Met, string Spread)
{
    /// <summary>A figure without a peer; its median must be below a limit.</summary>
    public static BenchmarkRow Below(string name, string unit, IReadOnlyCollection<double> ours, double limit) =>
        Alone(name, unit, ours, string.Create(CultureInfo.InvariantCulture, $"< {limit}"), ours.Median() < limit);

    /// <summary>The same; the limit itself will do.</summary>
    public static BenchmarkRow AtMost(string name, string unit, IReadOnlyCollection<double> ours, double limit) =>
        Alone(name, unit, ours, string.Create(CultureInfo.InvariantCulture, $"<= {limit}"), ours.Median() <= limit);

    /// <summary>The same for the slowest of many, which is the figure.</summary>
    public static BenchmarkRow SlowestAtMost(string name, string unit, IReadOnlyCollection<double> ours, double limit) =>
        Alone(name, unit, ours, string.Create(CultureInfo.InvariantCulture, $"slowest <= {limit}"), ours.Max() <= limit) with { Ours = ours.Max() };

    /// <summary>A figure beside a peer's, run by run; the target is about the median of their ratios.</summary>
    public static BenchmarkRow Beside(
        string name, string unit, IReadOnlyCollection<double> ours, IReadOnlyCollection<double> peers, string peer, string target, Func<double,
            bool> isMet)
    {
        double[] ratios = [.. ours.Zip(peers, (our, other) => our / other)];
        return new(name, unit, ours.Median(), peers.Median(), peer, ratios.Median(), target, isMet(ratios.Median()), ratios.Range());
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{(Met ? "met   " : "MISSED")} {Name,-28} ours {Ours,10:0.###} {Unit}, {PeerName} {Peer,10:0.###}, "
            + $"ratio {Ratio:0.000} (target {Target}; {Spread})");

    private static BenchmarkRow Alone(string name, string unit, IReadOnlyCollection<double> ours, string target, bool isMet) =>
        new(name, unit, ours.Median(), null, "no peer", null, target, isMet, ours.Range());
}

/// <summary>The file of all figures. A run of some benchmarks replaces their rows and keeps the others.</summary>
internal static class BenchmarkFile
{
    public static void Merge(string path, IReadOnlyList<BenchmarkRow> rows)
    {
        var known = Read(path);
        var merged = known.Select(old => rows.FirstOrDefault(row => row.Name == old.Name) ?? old)
            .Concat(rows.Where(row => known.All(old => old.Name != row.Name)));
        File.WriteAllText(path, JsonSerializer.Serialize(merged, DocumentJson.Indented));
    }

    // A file that somebody damaged is of no use; the next run makes a new one.
    private static IReadOnlyList<BenchmarkRow> Read(string path)
    {
        try
        {
            return File.Exists(path) ? JsonSerializer.Deserialize<IReadOnlyList<BenchmarkRow>>(File.ReadAllText(path), DocumentJson.Compact) ?? []
                : [];
        }
        catch (JsonException)
        {
            return [];
        }
    }
}

/// <summary>Medians and spreads of a few runs.</summary>
internal static class Middle
{
    public static double Median(this IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    public static double Variance(this IReadOnlyCollection<double> values)
    {
        var mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }

    public static string Range(this IReadOnlyCollection<double> values) =>
        string.Create(CultureInfo.InvariantCulture, $"{values.Min():0.00} to {values.Max():0.00} in {values.Count} runs");
}
