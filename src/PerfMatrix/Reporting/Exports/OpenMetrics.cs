namespace PerfMatrix.Reporting.Exports;

/// <summary>Medians of runs, and their ratios with the 95 % interval, in the text format of OpenMetrics 1.0, as far as the older one of Prometheus
/// has it too: node_exporter reads no other. So every family is a gauge, and no sample has a time. What is not known has no sample.</summary>
internal static class OpenMetrics
{
    public static ExportFile Of(IReadOnlyList<RunDocument> runs)
    {
        var points = runs.SelectMany(Points).DistinctBy(point => (point.Metric.Name, point.Labels)).ToList();
        var families = About(runs).Concat(Metric.All.SelectMany(metric => OfMetric(metric, [.. points.Where(point => point.Metric == metric)])))
            .Where(family => family.Samples.Count > 0);
        return new("perfmatrix.prom", string.Concat(families.Select(family => family.Text)) + "# EOF\n", Wording.Counted(points.Count, "value"));
    }

    private static IEnumerable<MetricFamily> About(IReadOnlyList<RunDocument> runs)
    {
        yield return new("perfmatrix_run_info", "", "What was measured, and where.", [.. runs.Select(run => (MetricFamily.Labels(
        [
            ("run", run.Id), ("machine", run.Machine.Fingerprint), ("cpu_model", run.Machine.CpuModel), ("driver", run.Machine.Driver),
            ("commit", run.Source.Sha ?? ""), ("complete", run.Complete ? "true" : "false"),
        ]), 1.0))]);
        yield return new("perfmatrix_run_finished_timestamp_seconds", "seconds", "When the run ended, in seconds since 1970.",
            [.. runs.Select(run => (MetricFamily.Labels([("run", run.Id)]), run.FinishedAt.ToUnixTimeMilliseconds() / 1000.0))]);
    }

    private static IEnumerable<MetricFamily> OfMetric(Metric metric, IReadOnlyList<MetricPoint> points)
    {
        var unit = UnitOf(metric.Unit);
        var name = $"perfmatrix_{JsonNamingPolicy.SnakeCaseLower.ConvertName(metric.Name)}";
        yield return new(unit.Name.Length == 0 ? name : $"{name}_{unit.Name}", unit.Name, $"{metric.Description} Median of the rounds.",
            [.. points.Select(point => (point.Labels, point.Median * unit.Factor))]);
        var what = $"{metric.Title} as a ratio to the variant 'against' of the same rounds" + (metric.IsShare ? ", of what the share leaves" : "");
        foreach (var (suffix, help, value) in new (string, string, Func<Ratio, double>)[]
        {
            ("relative", $"{what}.", ratio => ratio.Value),
            ("relative_low", $"{what}: lower end of the 95 % interval.", ratio => ratio.Low),
            ("relative_high", $"{what}: upper end of the 95 % interval.", ratio => ratio.High),
        })
        {
            yield return new($"{name}_{suffix}", "", help, [.. from point in points
                                                              where point.Ratio is not null
                                                              let against = MetricFamily.Labels([("against", point.Ratio!.Against)])
                                                              select ($"{point.Labels},{against}", value(point.Ratio!))]);
        }
    }

    /// <summary>The base unit of OpenMetrics for a unit of ours, and what a value is multiplied with.</summary>
    /// <returns>An empty name where that of the metric says it already.</returns>
    private static (string Name, double Factor) UnitOf(string unit) => unit switch
    {
        "requests/s" => ("requests_per_second", 1),
        "bytes/s" => ("bytes_per_second", 1),
        "bytes" => ("bytes", 1),
        "ms" => ("seconds", 1e-3),
        "us" => ("seconds", 1e-6),
        "ns" => ("seconds", 1e-9),
        "%" => ("ratio", 1e-2),
        "ms/s" => ("ratio", 1e-3),
        _ => ("", 1),
    };

    private static IEnumerable<MetricPoint> Points(RunDocument run)
    {
        var (pairs, against) = (new RunPairs(run), Counterparts.Of(run));
        return from variant in run.Variants
               where variant is { Twin: 0, Status: VariantStatus.Measured } && variant.Side != Side.Reference
               from metric in Metric.All
               let values = pairs.Values(metric, variant.Id).Where(double.IsFinite).ToArray()
               where values.Length > 0
               select new MetricPoint(metric, LabelsOf(run, variant), OrderStatistics.Median(values),
                   against.TryGetValue(variant.Id, out var other) ? Ratio.Of(pairs.NaturalLogRatios(metric, other, variant.Id), other) : null);
    }

    private static string LabelsOf(RunDocument run, VariantRecord variant) => MetricFamily.Labels(
    [
        ("cell", variant.Cell.Id),
        .. Axis.All.Where(axis => axis.IsIn(variant.Cell))
            .Select(axis => (JsonNamingPolicy.SnakeCaseLower.ConvertName(axis.Name), axis.ValueOf(variant.Cell))),
        ("runtime_version", variant.Cell.RuntimeVersion ?? ""), ("side", variant.Side.Name()), ("machine", run.Machine.Fingerprint),
    ]);
}

internal sealed record MetricPoint(Metric Metric, string Labels, double Median, Ratio? Ratio);

/// <summary>A value over another of the same rounds, above 1 where it is larger, with its 95 % interval.</summary>
/// <param name="Against">Id of the other variant.</param>
internal sealed record Ratio(string Against, double Value, double Low, double High)
{
    /// <summary>Null where there are too few rounds for an interval.</summary>
    public static Ratio? Of(ReadOnlySpan<double> logRatios, string against) =>
        !logRatios.IsEmpty && Estimate.Of(logRatios) is { Interval: { } interval } estimate
            ? new(against, Math.Exp(estimate.Location), Math.Exp(interval.Low), Math.Exp(interval.High))
            : null;
}

/// <summary>Samples of one name, a gauge.</summary>
/// <param name="Unit">Its unit, with which the name ends; empty without one.</param>
internal sealed record MetricFamily(string Name, string Unit, string Help, IReadOnlyList<(string Labels, double Value)> Samples)
{
    public string Text => $"# TYPE {Name} gauge\n" + (Unit.Length > 0 ? $"# UNIT {Name} {Unit}\n" : "") + $"# HELP {Name} {Escaped(Help)}\n"
        + string.Concat(Samples.Select(sample => $"{Name}{{{sample.Labels}}} {sample.Value:R}\n"));

    /// <summary>Labels without those that are empty, which mean the same as none.</summary>
    public static string Labels(IEnumerable<(string Name, string Value)> labels) =>
        string.Join(',', labels.Where(label => label.Value.Length > 0).Select(label => $"{label.Name}=\"{Escaped(label.Value)}\""));

    private static string Escaped(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal);
}
