using System.ComponentModel;

namespace PerfMatrix.Reporting.Agents;

/// <summary>What agents can ask. A change comes with its interval, or is "unknown"; signs are the metric's; in a verdict above 0 is worse.</summary>
internal sealed class AgentAnswers(AgentDocuments documents)
{
    public const string Unknown = "unknown";
    public const int MostEntries = 60;
    private const string Identical = "the same (identical program)";
    private const string Asked = "Id or folder of a run, or what an answer has as its from; the newest with a verdict when left out.";
    private const string AskedCell = "The cell, e.g. hello-minimal/net10.0/server/2c; any other text is answered with all the cells that there are.";
    private const int MostRuns = 200;

    [Description("The newest verdict of the performance gate: its outcome, and every cell and metric that is not the same, the worst first. Counts "
        + "and cells have what can fail a change, of which identical have the same program on both sides; reportedOnly has what cannot. Changes "
        + "are in percent, above 0 is worse, with the ends of the 95 % interval. When says how old it is: when its run ended, or, of a verdict of "
        + "the history, when it was published. One of a pull request that the history has is left out, unless run names its path.")]
    public object LatestVerdict([Description(Asked)] string? run = null)
    {
        var (from, when, verdict, _, generated) = documents.Verdict(run);
        var told = VerdictWords.WorstFirst(verdict.Cells.Where(cell => cell.Kind != VerdictKind.Same)).ToLookup(cell => cell.Gates);
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        return new
        {
            from,
            when,
            generated,
            verdict.Outcome,
            verdict.Base,
            verdict.Head,
            Counts = gating.GroupBy(cell => cell.Kind).ToDictionary(cells => cells.Key, cells => cells.Count()),
            Identical = gating.Count(cell => cell.Identical),
            Cells = told[true].Take(MostEntries).Select(Entry),
            ReportedOnly = told[false].Take(MostEntries).Select(Entry),
            LeftOut = told.Sum(cells => Math.Max(0, cells.Count() - MostEntries)),
            verdict.Warnings,
        };
    }

    [Description("Why the verdict of a cell is what it is: the reason, rounds and machines, and, where traced rounds looked for them, the methods "
        + "(cpu), types (allocations) and events that changed. An empty list: none changed beyond chance, unless a note says that nothing was seen. "
        + "Causes are head minus base a request, with the ends of the 95 % interval: microseconds of CPU time, locks and pauses, bytes, exceptions, "
        + "or threads that a starved pool added. With lowerBounds those of cpu may be larger. unattributed is the part of cpuDifference that no "
        + "method stands for.")]
    public object WhyVerdict(
        [Description(AskedCell)] string cell,
        [Description(Asked)] string? run = null)
    {
        var (from, when, verdict, why, generated) = documents.Verdict(run);
        var entries = verdict.Cells.Where(one => one.Cell == cell).ToList();
        if (entries.Count == 0) throw Misspelt("cell", cell, verdict.Cells.Select(one => one.Cell).Distinct());
        return new
        {
            from,
            when,
            generated,
            Verdicts = entries.Select(Entry),
            Causes = why?.Of(cell) is { } explained ? CauseAnswers.Of(explained)
                : "unknown: nobody traced this cell; `perfmatrix why RUN --cell CELL` does",
        };
    }

    [Description("How a cell changed from run to run: its ratio to the pinned reference, or to the first of several linked ones, in percent (100 "
        + "is that reference), with the 95 % interval, and the changes that were found. A run without a value, or without a reference that is "
        + "linked to the one before, is unknown. runsSince counts the newest runs that have no value; status and reason are those of the last "
        + "run that planned the cell, and noLongerMeasuredSince is that run if none of the newest did; "
        + "leftOut counts the runs from the first that planned it to the first of points. At the runs in hidden a reference, CPU model, core count "
        + "or driver is new: a change that begins there is not found, and one in the nine runs after it late or not at all. Points before and "
        + "after a new reference whose chained is false cannot be compared.")]
    public object CellTrend(
        [Description(AskedCell)] string cell,
        [Description("The metric, e.g. throughput, cpuPerRequest, latencyP99, peakRss.")] string metric = "throughput",
        [Description("How many runs, up to the newest that has a value; at most 200.")] int runs = 50)
    {
        var history = documents.History;
        var (cells, metrics) = (history.Catalogue.Cells, history.Catalogue.Metrics.Select(one => one.Name).ToList());
        var number = cells.FindIndex(one => one.Id == cell);
        if (number < 0) throw Misspelt("cell", cell, cells.Select(one => one.Id));
        if (!metrics.Contains(metric)) throw Misspelt("metric", metric, metrics);
        var last = history.Latest.Metrics.GetValueOrDefault(metric)?.Sequence.ElementAtOrDefault(number) ?? -1;
        var points = documents.Series.Backwards(history.Catalogue, metric, number, last, chunks: 3).Where(point => point.Point.Value is not null)
            .TakeWhile(point => point.Sequence > last - Math.Clamp(runs, 1, MostRuns)).ToDictionary(point => point.Sequence, point => point.Point);
        var first = points.Keys.DefaultIfEmpty(last + 1).Min();
        return new
        {
            cell,
            metric,
            Generated = AgentDocuments.Generated(history.Index.Generated),
            NoLongerMeasuredSince = !GoneCells.Of(history).Contains(number) ? null
                : history.RunAt(cells[number].Last) is { } planned ? new { planned.Id, planned.StartedAt } : (object)Unknown,
            RunsSince = points.Count > 0 ? history.NextSequence - 1 - last : (object)Unknown,
            cells[number].Status,
            cells[number].Reason,
            LeftOut = points.Count > 0 ? Math.Max(0, first - cells[number].First) : (object)Unknown,
            Points = from sequence in Enumerable.Range(first, last - first + 1)
                     let run = history.RunAt(sequence)
                     let point = points.GetValueOrDefault(sequence, SeriesPoint.None)
                     select new { run?.Id, run?.StartedAt, run?.Sha, PercentOfReference = PercentAnswer.OfUnits(point) },
            Hidden = from one in history.Events
                     where one is { From: not null, Kind: EventKinds.Reference or EventKinds.Cpu or EventKinds.Cores or EventKinds.Driver }
                     where one.Sequence >= first
                     select new { history.RunAt(one.Sequence)?.Id, one.Kind, one.From, one.To, one.Chained },
            Changes = from change in history.Changes
                      from member in change.Members
                      where member.Cell == number && member.Metric == metric
                      select new
                      {
                          change.StartedAt,
                          change.ShaBefore,
                          change.ShaAfter,
                          member.Verdict,
                          Change = PercentAnswer.Of(member.EffectPercent, member.LowPercent, member.HighPercent) ?? (object)Unknown,
                          Reason = member.LowPercent is null ? "no interval was kept: it is a sum of changes" : null,
                          change.Cause,
                          LocalChanges = change.HasLocalChanges,
                          change.Label,
                          change.Acknowledged,
                      },
        };
    }

    [Description("Compares one metric of two runs, cell by cell, through the pinned reference that both measured: machines and hours cancel out. "
        + "The interval is the widest that the 95 % intervals of both allow; it assumes that the rounds of each run show all of its noise. "
        + "Without a common reference a difference between runs is unknown; `perfmatrix compare` measures both together.")]
    public object CompareRuns(
        [Description("The run to compare with: its id, here or in the history, or its folder.")] string @base,
        [Description("The other run, likewise.")] string head,
        [Description("The metric, e.g. throughput, cpuPerRequest, latencyP99, peakRss.")] string metric = "throughput")
    {
        var (before, after) = (documents.Run(@base), documents.Run(head));
        var measured = Metric.Find(metric) ?? throw Misspelt("metric", metric, Metric.All.Select(one => one.Name));
        return new
        {
            Base = before.Run.Id,
            Head = after.Run.Id,
            metric,
            Generated = AgentDocuments.Generated(before.Run.Generated || after.Run.Generated),
            measured.Direction,
            SameMachine = before.Run.Machine.Fingerprint == after.Run.Machine.Fingerprint,
            Cells = RunsCompared.Of(before, after, metric).Select(cell => new { cell.Cell, Change = cell.Change ?? (object)Unknown, cell.Reason }),
        };
    }

    private static object Entry(CellVerdict cell) => new
    {
        cell.Cell,
        cell.Metric,
        cell.Verdict,
        Change = cell.Identical ? Identical : PercentAnswer.Of(cell.EffectPercent, cell.LowPercent, cell.HighPercent) ?? (object)Unknown,
        DetectablePercent = cell.DetectablePercent ?? (object)(cell.Identical ? Identical : Unknown),
        cell.Reason,
        cell.Rounds,
        cell.Machines,
        cell.Gates,
        cell.Acknowledged,
        Cause = cell.Cause is { } cause && CauseWords.Title(cell) == CauseWords.Cause ? CauseAnswers.Of(cause) : null,
    };

    // All names, however many: an agent has no other way to learn them.
    private static UsageException Misspelt(string what, string found, IEnumerable<string> names) => new($"{what}: found '{found}', which is not "
        + $"there{(Suggestion.For(found, names) is { } near ? $"; did you mean '{near}'?" : ".")} All {what}s: {string.Join(", ", names)}");
}

/// <summary>A change in percent with the ends of its 95 % interval; of a ratio the percentage itself.</summary>
internal sealed record PercentAnswer(double Percent, double LowPercent, double HighPercent)
{
    /// <summary>Null where a part is not known: nobody should act on the rest.</summary>
    public static PercentAnswer? Of(double? percent, double? low, double? high) =>
        (percent, low, high) is ({ } middle, { } from, { } to) ? new(Math.Round(middle, 2), Math.Round(from, 2), Math.Round(to, 2)) : null;

    public static object OfUnits(SeriesPoint point) => Of(OfUnits(point.Ratio), OfUnits(point.Low), OfUnits(point.High)) ?? (object)"unknown";

    public static double? OfUnits(int? units) => units is { } ratio ? 100 * Math.Exp(LogUnits.ToLog(ratio)) : null;
}

/// <summary>What a change comes from: only amounts that have an interval. What base needs, and what sampling misses or costs, have none.</summary>
internal static class CauseAnswers
{
    public static object Of(VerdictCause cause) => new
    {
        Change = new AmountRange(cause.PerRequest, cause.Low, cause.High),
        Text = CauseWords.Of(cause with { Total = null, Measured = null }),
    };

    /// <returns>A text where the cell was not explained: the reason.</returns>
    public static object Of(CellExplanation explained)
    {
        var cell = (explained with { Flame = null }).First(AgentAnswers.MostEntries)
            .WithTexts(MemberNames.Visible, sentence => string.Concat(sentence.Where(letter => !char.IsControl(letter))));
        if (cell.Problem is { } problem) return $"unknown: {string.Join("; ", cell.Notes.Prepend(problem).Select(reason => reason.TrimEnd('.')))}";
        return new
        {
            cell.Rounds,
            LowerBounds = cell.HasLowerBounds,
            cell.CpuDifference,
            Cpu = from method in cell.Cpu
                  let change = new AmountRange(method.PerRequest, method.Low, method.High)
                  select new { method.Method, change, method.File, method.Line, Text = WhyReport.Method(method, cell.HasLowerBounds) },
            Allocations = from type in cell.Allocations
                          let change = new AmountRange(type.BytesPerRequest, type.Low, type.High)
                          select new { type.Type, type.From, change, Text = WhyReport.Type(type) },
            Events = from one in cell.Events
                     let change = new AmountRange(one.PerRequest, one.Low, one.High)
                     select new { one.Kind, one.Name, one.From, change, one.File, one.Line, Text = WhyReport.Event(one) },
            // It is as wrong as the whole and all methods together, and nobody knows how wrong that is.
            Unattributed = cell.Cpu.Count == 0 ? cell.CpuDifference : (object)AgentAnswers.Unknown,
            cell.Notes,
        };
    }
}
