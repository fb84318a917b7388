using System.Text;
using PerfMatrix.Explain;
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
                Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, "src/Orders.cs", 42), new("List<T>.Add", "System.Private.CoreLib", -0.1, -0.2, -0.05, -0.1, -0.1, null, null)],
                BaseBytesPerRequest = 1200,
                Allocations = [new("string", 48, 40, 56, "Orders.Format", ["String.Concat", "Orders.Format"])],
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
    public void It_is_told_in_five_lines_and_what_a_reader_must_know() => Assert.Equal(
    [
        $"{Cell}: 5 traced rounds of both sides, CPU samples by perf",
        "  CPU/req +0.66 us [+0.50 +0.80] of 12.20 us: Orders.Total +0.61 us [+0.50 +0.70] (src/Orders.cs:42), List<T>.Add -0.10 us [-0.20 -0.05]",
        "  Allocations of 1,200 B/req: string +48 B [+40 +56] from Orders.Format",
        "  Not attributed: +0.15 us of CPU/req",
        "  Samples cover 98 % of the CPU time; under tracing a request of base takes +2.1 %",
        "  note: 1 traced round left out: the trace was cut short",
    ], WhyReport.Lines(Document));

    [Fact]
    public void What_could_not_be_explained_says_why() => Assert.Equal([$"{Cell}: not explained: no events. The verdict stands."],
        WhyReport.Lines(Document with { Cells = [new() { Cell = Cell, Problem = "no events" }] }));

    [Fact]
    public void A_document_stays_below_its_limit_and_keeps_what_is_most_important()
    {
        var many = Document.Cells[0] with
        {
            Cpu = [.. Enumerable.Range(0, 3000).Select(number => Document.Cells[0].Cpu[0] with { Method = $"Orders.Total{number}" })],
            Allocations = [.. Enumerable.Range(0, 500).Select(number => Document.Cells[0].Allocations[0] with { Stack = [.. Enumerable.Repeat(new string('x', 100), 20)] })],
        };
        var bounded = (Document with { Cells = [many, many] }).Bounded();

        Assert.True(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)) <= WhyDocument.Largest);
        Assert.All(bounded.Cells, cell => Assert.Equal("Orders.Total0", cell.Cpu[0].Method));
        Assert.Same(Document, Document.Bounded());
    }

    [Fact]
    public void A_verdict_has_the_cause_that_goes_its_way()
    {
        var verdict = WrittenVerdicts.Of(Judged("cpuPerRequest", Verdict.Worse), Judged("throughput", Verdict.Better), Judged("allocatedPerRequest", Verdict.Worse),
            Judged("startup", Verdict.Worse), Judged("latencyP50", Verdict.Same));
        var causes = WhyCauses.Added(verdict, Document).Cells.Select(cell => cell.Cause).ToList();

        Assert.Equal(
        [
            new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7 },
            new() { Method = "List<T>.Add", PerRequest = -0.1, Low = -0.2, High = -0.05 },
            new() { Type = "string", PerRequest = 48, Low = 40, High = 56 }, null, null,
        ], causes);
        Assert.Equal([Cell], WhyCauses.Changed(verdict));
    }

    [Fact]
    public void Nothing_is_traced_for_what_is_the_same_or_what_traces_do_not_explain() =>
        Assert.Empty(WhyCauses.Changed(WrittenVerdicts.Of(Judged("cpuPerRequest", Verdict.Same), Judged("startup", Verdict.Worse), Judged("throughput", Verdict.Undecided))));

    private static CellVerdict Judged(string metric, Verdict verdict) => WrittenVerdicts.Cell(Cell, verdict) with { Metric = metric };
}
