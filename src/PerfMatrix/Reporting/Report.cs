using System.Text.Json.Serialization;

namespace PerfMatrix.Reporting;

/// <summary>A run as it is shown, free of layout: every renderer shows the same content.</summary>
public sealed record Report
{
    /// <summary>Id of the run.</summary>
    public required string Run { get; init; }

    /// <summary>One line: machine, code, time.</summary>
    public required string Context { get; init; }

    /// <summary>One table for each scenario and core count.</summary>
    public required IReadOnlyList<ReportTable> Tables { get; init; }

    /// <summary>How to read the tables.</summary>
    public required IReadOnlyList<string> Legend { get; init; }

    /// <summary>What a reader must know: warnings of the run, runtimes past their end of support, an incomplete run.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>The variants of one scenario and core count.</summary>
public sealed record ReportTable
{
    /// <summary>Scenario, cores, CPU sharing, rounds, slices, connections.</summary>
    public required string Title { get; init; }

    /// <summary>Scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>CPUs of each application.</summary>
    public required int Cores { get; init; }

    /// <summary>What the table says in plain words, from significant differences only.</summary>
    public required string Headline { get; init; }

    /// <summary>Measured variants; the anchor first.</summary>
    public required IReadOnlyList<ReportRow> Rows { get; init; }

    /// <summary>Variants without numbers.</summary>
    public required IReadOnlyList<SkippedRow> Skipped { get; init; }
}

/// <summary>One measured variant.</summary>
/// <param name="Variant">Its id.</param>
/// <param name="Runtime">Runtime as asked for.</param>
/// <param name="Gc">GC mode, with memory limit if there is one, side and twin when they are not the usual ones.</param>
/// <param name="IsAnchor">Whether the others are compared with it.</param>
/// <param name="Figures">Its figures by metric name; a metric without samples is absent.</param>
public sealed record ReportRow(string Variant, string Runtime, string Gc, bool IsAnchor, IReadOnlyDictionary<string, Figure> Figures)
{
    /// <summary>Runtime and GC in words.</summary>
    [JsonIgnore]
    public string Label => $"{Runtime} {Gc}";
}

/// <summary>A variant without numbers.</summary>
/// <param name="Variant">Its id.</param>
/// <param name="Runtime">Runtime as asked for.</param>
/// <param name="Gc">GC mode.</param>
/// <param name="Status">failed, unavailable or n/a.</param>
/// <param name="Reason">Why.</param>
public sealed record SkippedRow(string Variant, string Runtime, string Gc, string Status, string Reason);

/// <summary>A metric of a variant.</summary>
/// <param name="Value">Median over the rounds, in the unit of the metric.</param>
/// <param name="Rounds">Rounds that gave it.</param>
/// <param name="Change">Against the anchor; null for the anchor itself and where no pairs are defined.</param>
public sealed record Figure(double Value, int Rounds, Change? Change);
