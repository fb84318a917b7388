using System.Text;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Tests.GitHub;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Explain;

public sealed class WhyDocumentTests
{
    private const string Cell = "hello-minimal/net10.0/server/2c";

    private static readonly WhyDocument Document = new()
    {
        Base = new("main", "0123"),
        Head = new("the working tree"),
        Cells =
        [
            new()
            {
                Cell = Cell,
                Rounds = 5,
                BaseCpuPerRequest = 12.2,
                CpuDifference = new(0.66, 0.5, 0.8),
                Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, "src/Orders.cs", 42),
                    new("List<T>.Add", "System.Private.CoreLib", -0.1, -0.2, -0.05, -0.1, -0.1, null, null)],
                BaseBytesPerRequest = 1200,
                Allocations = [new("string", 48, 40, 56, "Orders.Format", ["String.Concat", "Orders.Format"])],
                Events =
                [
                    new(CauseEvent.Lock, "lock", 3.2, 2.1, 4.3, "Orders.Total", "src/Orders.cs", 42, ["Monitor.Enter", "Orders.Total"]),
                    new(CauseEvent.Exception, "FormatException", 0.125, 0.12, 0.13, "Orders.Parse", null, null, ["Orders.Parse"]),
                    new(CauseEvent.Pause, "gen2 blocking, induced", 2.5, 2, 3, null, null, null, []),
                    new(CauseEvent.Starvation, "thread pool", 0.0002, 0.0001, 0.0003, null, null, null, []),
                ],
                Unattributed = 0.15,
                SampledPercent = 98.2,
                OverheadPercent = 2.1,
                Notes = ["1 traced round left out: the trace was cut short"],
            },
        ],
    };

    [Fact]
    public void What_is_written_is_what_the_schema_says_and_reads_again()
    {
        var text = WhyDocument.File.Format(Document);
        SchemaCheck.AssertFits("why", text);
        Assert.Equivalent(Document, WhyDocument.File.Parse(text, "why.json"));
    }

    [Fact]
    public void It_is_told_in_a_line_for_each_kind_and_what_a_reader_must_know() => Assert.Equal(
    [
        $"{Cell}: 5 traced rounds of both sides, CPU samples by perf",
        "  CPU/req +0.66 us [+0.50 +0.80], base 12.20 us: Orders.Total +0.61 us [+0.50 +0.70] (src/Orders.cs:42), List<T>.Add -0.10 us [-0.20 -0.05]",
        "  Allocations, base 1,200 B/req: string +48 B [+40 +56] from Orders.Format",
        "  Waits for locks: Orders.Total +3.20 us per request [+2.10 +4.30] (src/Orders.cs:42)",
        "  Exceptions: FormatException from Orders.Parse +125 per 1,000 requests [+120 +130]",
        "  Pauses of the GC: gen2 blocking, induced +2.50 us per request [+2.00 +3.00]",
        "  Thread-pool starvation: +0.2 added threads per 1,000 requests [+0.1 +0.3]",
        "  Not attributed: +0.15 us of CPU/req",
        "  Samples cover 98 % of the CPU time; a traced request of base took 2.1 % more CPU time than a measured one",
        "  note: 1 traced round left out: the trace was cut short",
    ], WhyReport.Lines(Document));

    [Fact]
    public void A_difference_that_may_be_none_is_not_shown_and_what_is_not_attributed_of_it_is_said_to_be_unknown()
    {
        var lines = WhyReport.Lines(Document with { Cells = [Document.Cells[0] with { CpuDifference = new(0.66, -0.5, 1.8) }] }).ToList();

        Assert.StartsWith("  CPU/req, base 12.20 us: Orders.Total +0.61 us [+0.50 +0.70] (src/Orders.cs:42), ", lines[1], StringComparison.Ordinal);
        Assert.Contains("  Not attributed: unknown, because the traced rounds only show that CPU/req changed by [-0.50 +1.80] us", lines);
    }

    [Theory]
    [InlineData(-12.4, "; a traced request of base took 12.4 % less CPU time than a measured one")]
    [InlineData(null, "")]
    public void A_traced_request_may_take_less_time_than_a_measured_one_or_there_is_none_to_compare_with(double? percent, string expected) =>
        Assert.Contains($"  Samples cover 98 % of the CPU time{expected}",
            WhyReport.Lines(Document with { Cells = [Document.Cells[0] with { OverheadPercent = percent }] }));

    [Fact]
    public void What_could_not_be_explained_says_why() => Assert.Equal([$"{Cell}: not explained: no events. The verdict stands."],
        WhyReport.Lines(Document with { Cells = [new() { Cell = Cell, Problem = "no events" }] }));

    [Fact]
    public void It_is_left_beside_a_run_with_its_stacks_and_where_there_is_no_room_that_is_said_and_nothing_else_fails()
    {
        using var folder = new TemporaryFolder();
        var stacks = Document with { Cells = [Document.Cells[0] with { Flame = new(["all"], [new(0, -1, 1, 2)]) }] };
        Assert.Null(stacks.Leave(folder.Root));
        Assert.Equivalent(stacks, WhyDocument.File.Read(folder["why.json"]));
        Assert.True(File.Exists(folder[SpeedscopeFile.NameOf(Cell)]));

        File.Delete(folder["why.json"]);
        Directory.CreateDirectory(folder["why.json"]);
        Assert.Matches("why.json: cannot write: .* The verdict stands.", stacks.Leave(folder.Root));
    }

    [Fact]
    public void A_document_stays_below_its_limit_and_keeps_what_is_most_important()
    {
        var many = Document.Cells[0] with
        {
            Cpu = [.. Enumerable.Range(0, 3000).Select(number => Document.Cells[0].Cpu[0] with { Method = $"Orders.Total{number}" })],
            Allocations = [.. Enumerable.Range(0, 500)
                .Select(number => Document.Cells[0].Allocations[0] with { Stack = [.. Enumerable.Repeat(new string('x', 100), 20)] })],
        };
        var bounded = (Document with { Cells = [many, many] }).Bounded();

        Assert.True(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)) <= WhyDocument.Largest);
        Assert.All(bounded.Cells, cell => Assert.Equal("Orders.Total0", cell.Cpu[0].Method));
        Assert.All(bounded.Cells, cell => Assert.Equal(many.Unattributed + many.Cpu.Sum(one => one.PerRequest), cell.Unattributed
            + cell.Cpu.Sum(one => one.PerRequest), 0.01));
        Assert.Same(Document, Document.Bounded());
    }

    /// <summary>One cell or a few, with as many entries as traces give and far more, and names of any length and alphabet.</summary>
    [Theory]
    [InlineData(1, 1, 5_000, 60)]
    [InlineData(2, 1, 9_000, 10)]
    [InlineData(3, 1, 700, 2_000)]
    [InlineData(4, 3, 1_500, 200)]
    public void Whatever_is_in_it_it_stays_below_its_limit_the_smallest_go_first_and_the_rest_is_counted(int seed, int cells, int entries,
        int longestName)
    {
        var random = new Random(seed);
        var many = Enumerable.Range(0, cells).Select(number => Large(random, $"cell-{number}", entries, longestName));
        var document = Document with { Cells = [.. many] };

        var bounded = document.Bounded();

        Assert.InRange(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)), 0.8 * WhyDocument.Largest, WhyDocument.Largest);
        Assert.All(document.Cells.Zip(bounded.Cells), pair =>
        {
            var (all, kept) = pair;
            Assert.Equal(all.Cpu.Take(kept.Cpu.Count).Select(one => one.PerRequest), kept.Cpu.Select(one => one.PerRequest));
            Assert.Equal(all.Allocations.Take(kept.Allocations.Count).Select(one => one.BytesPerRequest),
                kept.Allocations.Select(one => one.BytesPerRequest));
            Assert.Equal(all.Events.Select(one => one.Kind).Distinct(), kept.Events.Select(one => one.Kind).Distinct());
            Assert.Equal(all.Unattributed + all.Cpu.Sum(one => one.PerRequest), kept.Unattributed + kept.Cpu.Sum(one => one.PerRequest), 0.01);
            Assert.StartsWith("Left out, because there was no room, and smaller than what is here: "
                + $"{all.Cpu.Count - kept.Cpu.Count:#} methods, {all.Allocations.Count - kept.Allocations.Count:#} types", kept.Notes[0],
                    StringComparison.Ordinal);
        });
        Assert.Equal(cells, bounded.Cells.Count);
        SchemaCheck.AssertFits("why", WhyDocument.File.Format(bounded));
        Assert.Same(bounded, bounded.Bounded());
    }

    [Fact]
    public void Names_and_sentences_without_end_are_cut_and_nothing_else_is_left_out()
    {
        var endless = new string('x', 400_000);
        var bounded = (Document with
        {
            Warnings = [.. Enumerable.Repeat(endless, 40)],
            Cells = [Document.Cells[0].WithTexts(_ => endless, _ => endless), new() { Cell = "other", Problem = endless }],
        }).Bounded();

        Assert.InRange(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)), 1, 50_000);
        Assert.Equal((2, 4), (bounded.Cells[0].Cpu.Count, bounded.Cells[0].Events.Count));
        Assert.EndsWith("xxx...", bounded.Cells[0].Cpu[0].Method, StringComparison.Ordinal);
        Assert.Equal(1_003, bounded.Cells[1].Problem!.Length);
    }

    private static CellExplanation Large(Random random, string cell, int entries, int longestName)
    {
        double[] amounts = [.. Enumerable.Range(0, entries).Select(_ => Math.Round(random.NextDouble() * 10, 3)).OrderDescending()];
        return Document.Cells[0] with
        {
            Cell = cell,
            Cpu = [.. amounts.Select(amount => Document.Cells[0].Cpu[0] with { Method = Name(), PerRequest = amount })],
            Allocations = [.. amounts.Select(amount => new TypeChange(Name(), amount, 0, 0, Name(), [Name(), Name()]))],
            Events = [.. Document.Cells[0].Events.SelectMany(one => amounts.Take(500).Select(amount =>
                one with { Name = Name(), PerRequest = amount }))],
            Flame = new([Name()], [.. amounts.Take(1_000).Select((amount, index) => new FlameNode(0, index - 1, amount, amount))]),
        };

        string Name() => new(random.Next(10) == 0 ? '\u00fc' : 'x', random.Next(1, longestName));
    }

    [Fact]
    public void Many_cells_that_are_too_much_lose_the_last_and_say_so()
    {
        var cells = Enumerable.Range(0, 2000).Select(number => Document.Cells[0] with { Cell = $"cell-{number}" }).ToList();
        var bounded = (Document with { Cells = cells }).Bounded();

        Assert.InRange(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)), 200_000, WhyDocument.Largest);
        Assert.Equal("cell-0", bounded.Cells[0].Cell);
        Assert.Contains($"{2000 - bounded.Cells.Count} explained cells left out: there was no room.", bounded.Warnings);
    }

    [Fact]
    public void A_later_explanation_of_a_cell_counts_unless_it_failed_and_other_cells_stay()
    {
        var other = Document with { Cells = [new() { Cell = "other", Rounds = 3 }] };
        var later = Document with { Cells = [Document.Cells[0] with { Rounds = 4 }] };
        var failed = Document with { Cells = [new() { Cell = Cell, Problem = "no events" }] };

        Assert.Equal([(Cell, 4, null), ("other", 3, null)], Known(Document, other, later, failed));
        Assert.Equal([(Cell, 0, "no events")], Known(failed));
        Assert.Null(WhyDocument.Merge([]));

        static List<(string, int, string?)> Known(params WhyDocument[] parts) =>
            [.. WhyDocument.Merge(parts)!.Cells.Select(cell => (cell.Cell, cell.Rounds, cell.Problem))];
    }

    [Fact]
    public void A_wait_is_the_cause_of_latency_where_it_is_longer_than_any_method_takes_and_never_of_CPU_time()
    {
        var latency = Judged("latencyP99", Verdict.Worse);
        Assert.Equal(new() { Event = CauseEvent.Lock, Method = "Orders.Total", PerRequest = 3.2, Low = 2.1, High = 4.3 },
            Cause(latency, Document.Cells[0]));
        Assert.Equal("Orders.Total", Cause(Judged("cpuPerRequest", Verdict.Worse), Document.Cells[0])!.Method);
        Assert.Null(Cause(Judged("cpuPerRequest", Verdict.Worse), Document.Cells[0])!.Event);
        var rare = Document.Cells[0] with { Cpu = [], Events = [.. Document.Cells[0].Events.Skip(1)] };
        Assert.Equal((CauseEvent.Pause, "gen2 blocking, induced"), Kind(Cause(latency, rare)));
        Assert.Equal((CauseEvent.Exception, "FormatException"), Kind(Cause(Judged("cpuPerRequest", Verdict.Worse), rare)));
        Assert.Equal((CauseEvent.Starvation, null), Kind(Cause(latency, rare with { Events = [rare.Events[2]] })));
        Assert.Equal((CauseEvent.Pause, "gen2 blocking, induced"),
            Kind(Cause(Judged("gcPauseShare", Verdict.Worse), rare with { Allocations = [] })));
        Assert.Null(Cause(Judged("latencyP99", Verdict.Better), rare));

        static VerdictCause? Cause(CellVerdict cell, CellExplanation why) =>
            WhyCauses.Added(WrittenVerdicts.Of(cell), Document with { Cells = [why] }).Cells[0].Cause;

        static (CauseEvent?, string?) Kind(VerdictCause? cause) => (cause?.Event, cause?.Type);
    }

    [Theory]
    [InlineData(CauseEvent.Lock, "Orders.Total", null, "waiting for locks in Orders.Total, +0.50 us per request [+0.40 +0.60]")]
    [InlineData(CauseEvent.Lock, null, null, "waiting for locks in unknown code, +0.50 us per request [+0.40 +0.60]")]
    [InlineData(CauseEvent.Exception, "Orders.Parse", "FormatException",
        "FormatException from Orders.Parse, +500 per 1,000 requests [+400 +600]")]
    [InlineData(CauseEvent.Pause, null, "gen2 blocking, induced",
        "pauses of the GC, gen2 blocking, induced, +0.50 us per request [+0.40 +0.60]")]
    [InlineData(CauseEvent.Starvation, null, null, "thread-pool starvation, +500 added threads per 1,000 requests [+400 +600]")]
    public void An_event_is_told_with_its_unit(CauseEvent kind, string? method, string? type, string expected) => Assert.Equal(
        expected, CauseWords.Of(new VerdictCause { Event = kind, Method = method, Type = type, PerRequest = 0.5, Low = 0.4, High = 0.6 }));

    [Fact]
    public void What_the_sampler_of_the_runtime_found_is_a_lower_bound_of_CPU_time_and_of_nothing_else()
    {
        var sampled = Document with { Cells = [Document.Cells[0] with { Profiler = CpuProfiler.EventPipe }] };
        var verdict = WhyCauses.Added(WrittenVerdicts.Of(
            Judged("cpuPerRequest", Verdict.Worse), Judged("allocatedPerRequest", Verdict.Worse), Judged("latencyP99", Verdict.Worse)), sampled);

        Assert.Equal([true, false, false], verdict.Cells.Select(cell => cell.Cause!.LowerBound));
        Assert.Equal("Orders.Total at least +0.61 us [+0.50 +0.70] of +0.66 us CPU per request", CauseWords.Of(verdict.Cells[0].Cause!));
        Assert.Contains("Orders.Total at least +0.61 us [+0.50 +0.70] (src/Orders.cs:42)", WhyReport.Lines(sampled).ElementAt(1),
            StringComparison.Ordinal);
        var waiting = sampled with { Cells = [sampled.Cells[0] with { SampledPercent = 100.1 }] };
        Assert.False(WhyCauses.Added(verdict, waiting).Cells[0].Cause!.LowerBound);
        Assert.DoesNotContain(WhyReport.Lines(waiting), line => line.Contains("at least", StringComparison.Ordinal));
        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(verdict));
        Assert.Equal(verdict.Cells[0].Cause, VerdictDocument.File.Parse(VerdictDocument.File.Format(verdict), "verdict.json").Cells[0].Cause);
        Assert.DoesNotContain("lowerBound", VerdictDocument.File.Format(WhyCauses.Added(verdict, Document)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_cause_is_of_a_kind_that_can_change_its_metric()
    {
        var events = Document.Cells[0] with { Cpu = [], Allocations = [] };
        Assert.Null(Cause("allocatedPerRequest", events));
        Assert.Null(Cause("gcCommitted", events));
        Assert.Null(Cause("cpuPerRequest", events with { Events = [Document.Cells[0].Events[3]] }));
        Assert.Equal("string", Cause("gcPauseShare", Document.Cells[0])!.Type);
        var asked = Document.Cells[0].Events[2] with { From = "Orders.Collect" };
        Assert.Equal((CauseEvent.Pause, "Orders.Collect"), Cause("gcPauseShare", Document.Cells[0] with { Events = [asked] }) is { } cause
            ? (cause.Event, cause.Method) : default);

        static VerdictCause? Cause(string metric, CellExplanation why) =>
            WhyCauses.Added(WrittenVerdicts.Of(Judged(metric, Verdict.Worse)), Document with { Cells = [why] }).Cells[0].Cause;
    }

    [Fact]
    public void A_verdict_has_the_cause_that_goes_its_way()
    {
        var verdict = WrittenVerdicts.Of(Judged("cpuPerRequest", Verdict.Worse), Judged("throughput", Verdict.Better),
            Judged("allocatedPerRequest", Verdict.Worse),
            Judged("startup", Verdict.Worse), Judged("latencyP50", Verdict.Same));
        var causes = WhyCauses.Added(verdict, Document).Cells.Select(cell => cell.Cause).ToList();

        Assert.Equal(
        [
            new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7, Total = 0.66, Unattributed = 0.15 },
            new() { Method = "List<T>.Add", PerRequest = -0.1, Low = -0.2, High = -0.05, TooSmall = true },
            new() { Type = "string", PerRequest = 48, Low = 40, High = 56 }, null, null,
        ], causes);
        Assert.Equal([Cell], WhyCauses.Changed(verdict));
    }

    [Fact]
    public void Nothing_is_traced_for_what_is_the_same_or_what_traces_do_not_explain() =>
        Assert.Empty(WhyCauses.Changed(WrittenVerdicts.Of(Judged("cpuPerRequest", Verdict.Same), Judged("startup", Verdict.Worse),
            Judged("throughput", Verdict.Undecided))));

    [Fact]
    public void Memory_has_the_type_and_stalls_have_the_wait_that_explains_them()
    {
        var verdict = WhyCauses.Added(WrittenVerdicts.Of(Judged("peakRss", Verdict.Worse), Judged("stallShare", Verdict.Worse)), Document);
        Assert.Equal(["string", null], verdict.Cells.Select(cell => cell.Cause!.Type));
        Assert.Equal(CauseEvent.Lock, verdict.Cells[1].Cause!.Event);
    }

    [Fact]
    public void What_is_not_looked_at_is_said_with_the_command_that_does()
    {
        var cells = Enumerable.Range(0, 5).Select(number => WrittenVerdicts.Cell($"cell-{number}", Verdict.Worse) with { EffectPercent = 9 - number })
            .ToArray();

        Assert.Equal(["cell-0", "cell-1", "cell-2"], WhyCauses.Changed(WrittenVerdicts.Of(cells)));
        Assert.Equal(["Causes are looked for only in the 3 cells that changed most. For the other 2, run: scripts/perfmatrix why RUN --cell cell-3"],
            WhyCauses.NotLookedAt(WrittenVerdicts.Of(cells)));
        // A head that cannot keep up at all is worse by nobody knows how much.
        var lost = WrittenVerdicts.Cell("lost", Verdict.Worse) with { EffectPercent = null };
        Assert.Equal(["lost", "cell-0", "cell-1"], WhyCauses.Changed(WrittenVerdicts.Of([.. cells, lost])));
        Assert.Empty(WhyCauses.NotLookedAt(WrittenVerdicts.Of(cells) with { PullRequest = new(12, null, null) }));
        Assert.Equal(["Traces do not explain Start-up, Mean."], WhyCauses.NotLookedAt(WrittenVerdicts.Of(
            Judged("startup", Verdict.Worse), Judged("meanTime", Verdict.Better), Judged("throughput", Verdict.Worse),
                Judged("endRss", Verdict.Same))));
    }

    /// <summary>Each job explains its own, however many cells of others changed more.</summary>
    [Fact]
    public void Of_each_cell_that_a_job_confirmed_a_lost_explanation_is_told()
    {
        var cells = Enumerable.Range(0, 5).Select(number => WrittenVerdicts.Cell($"cell-{number}", Verdict.Worse)).ToArray();
        var why = Document with { Cells = [new() { Cell = "cell-0" }, new() { Cell = "cell-3", Problem = "no events" }] };

        var told = WhyCauses.Unexplained(WrittenVerdicts.Of(cells), why, ["cell-0", "cell-1", "cell-3", "cell-4"]);

        Assert.Equal(["cell-1", "cell-3", "cell-4"], told.Select(sentence => sentence.Split(": not explained: ")[0]));
    }

    private static CellVerdict Judged(string metric, Verdict verdict) => WrittenVerdicts.Cell(Cell, verdict) with { Metric = metric };
}
