using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting;

public sealed class ReportTests
{
    private static readonly RunDocument s_run = SampleRun.Create();

    [Theory]
    [InlineData(120)]
    [InlineData(90)]
    [InlineData(60)]
    public void The_terminal_shows_what_fits(int width)
    {
        var console = new TestConsole(width);
        TerminalReport.Write(console.Console, RunTables.Of(s_run, console.Console.Profile.Width));

        Assert.All(console.Output.Split('\n'), line => Assert.True(line.Length <= width, line));
        Approval.Verify(console.Output, $"terminal-{width}");
    }

    [Fact]
    public void Markdown_has_the_same_content()
    {
        Approval.Verify(MarkdownReport.Format(RunTables.Of(s_run)), "markdown");
    }

    [Fact]
    public void With_too_few_rounds_no_change_is_shown()
    {
        var console = new TestConsole();
        TerminalReport.Write(console.Console, RunTables.Of(SampleRun.Create(rounds: 3), console.Console.Profile.Width));

        Approval.Verify(console.Output, "three-rounds");
    }

    [Fact]
    public void Colour_and_sign_tell_the_same()
    {
        var console = new TestConsole(colours: true, unicode: false);
        TerminalReport.Write(console.Console, RunTables.Of(s_run, console.Console.Profile.Width));

        Assert.Matches("\u001b\\[[0-9;]*m\\+[0-9.]+ \\[[^\\]]+\\] b", console.Output);
        Assert.Matches("\u001b\\[[0-9;]*m\\+[0-9.]+ w", console.Output);
    }

    public static TheoryData<object, string> Measured { get; } = new()
    {
        { new ScenarioSettings { Slices = 12 }, "8 rounds x 12 slices x 20 ms" },
        { new ScenarioSettings { Rounds = 1 }, "1 round x 12 slices x 20 ms" },
        { new ScenarioSettings { Slices = 1 }, "8 rounds x 1 slice x 20 ms" },
        { new ScenarioSettings { Requests = 100_000 }, "8 rounds, 100,000 requests each" },
        { new ScenarioSettings { Rate = "0..300/20s 300/7m" }, "8 rounds, rate 0..300/20s 300/7m" },
    };

    [Theory, MemberData(nameof(Measured))]
    public void The_title_says_how_the_scenario_was_measured(object own, string expected)
    {
        var scenarios = new Dictionary<string, ScenarioSettings> { ["hello-minimal"] = (ScenarioSettings)own };
        var run = s_run with { Settings = s_run.Settings with { Scenarios = scenarios } };

        Assert.Equal($"hello-minimal, 2 cores, load generator shares the CPUs, {expected}, 32 connections", ReportBuilder.Build(run).Tables[0].Title);
    }

    [Fact]
    public void Json_has_no_percent_for_a_change_that_is_not_significant()
    {
        using var json = System.Text.Json.JsonDocument.Parse(DocumentJson.Text(ReportBuilder.Build(s_run)));
        var changes = json.RootElement.GetProperty("tables").EnumerateArray()
            .SelectMany(table => table.GetProperty("rows").EnumerateArray())
            .SelectMany(row => row.GetProperty("figures").EnumerateObject())
            .Select(figure => figure.Value.GetProperty("change"))
            .Where(change => change.ValueKind != System.Text.Json.JsonValueKind.Null)
            .ToList();

        Assert.Contains(changes, change => change.GetProperty("difference").GetString() == "none");
        Assert.All(changes, change => Assert.Equal(
            change.GetProperty("difference").GetString() is "better" or "worse",
            change.GetProperty("percent").ValueKind == System.Text.Json.JsonValueKind.Number));
    }

    [Fact]
    public void Identical_variants_are_nearly_never_called_different()
    {
        var block = RunSamples.BlockOf([.. Enumerable.Range(0, 10).Select(index => RunSamples.CellOf($"net{index}.0", "workstation"))]);
        var called = 0;
        for (var seed = 0; seed < 30; seed++)
        {
            var builder = RunSamples.Builder(8, new([], [block]));
            var random = new Random(seed);
            for (var number = 1; number <= 8; number++)
                builder.AddRound(block, RunSamples.Round(block, number, random), new RawFile($"raw/{number}.json", ""));
            var table = ReportBuilder.Build(builder.Snapshot(RunSamples.Start)).Tables.Single();
            called += table.Rows.Count(row => row.Figures["throughput"].Change is { IsSignificant: true });
        }

        Assert.InRange(called, 1, 30); // 5 % of 270 is 13.5
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void In_a_comparison_each_cell_is_held_against_its_own_base_and_the_headline_ranks_all_of_the_block(bool ofSides)
    {
        var range = AxisValuePair.Parse(Axis.Runtime, "net8.0..net10.0");
        var compared = PairedBlock.Pack(new[] { "workstation", "server" }.Select(gc => ofSides
            ? CellPair.OfSides(RunSamples.CellOf("net10.0", gc))
            : CellPair.Across(range, RunSamples.CellOf("net8.0", gc), RunSamples.CellOf("net10.0", gc)))).Single();

        var table = ReportBuilder.Build(RunSamples.Compared(compared)).Tables.Single();

        Assert.Equal(compared.Block.Variants.Select(variant => variant.Id), table.Rows.Select(row => row.Variant));
        Assert.Equal(compared.Pairs.Select(pair => pair.Base.Id), table.Rows.Where(row => row.IsAnchor).Select(row => row.Variant));
        foreach (var pair in compared.Pairs)
        {
            foreach (var head in new[] { pair.Head, pair.Head with { Twin = 1 } })
            {
                Assert.Equal(-10, ChangeOf(head, "throughput").Percent!.Value, 2.0);
                Assert.Equal(25, ChangeOf(head, "peakRss").Percent!.Value, 4.0);
            }

            var copy = ChangeOf(pair.Base with { Twin = 1 }, "throughput");
            Assert.InRange(copy.LowPercent!.Value, -5, 5);
            Assert.InRange(copy.HighPercent!.Value, -5, 5);
        }

        Assert.Matches("^Fastest: net(8|10)\\.0 server", table.Headline);

        Change ChangeOf(Variant variant, string metric) => table.Rows.Single(row => row.Variant == variant.Id).Figures[metric].Change!;
    }

    [Fact]
    public void A_limit_of_memory_stands_behind_the_gc_and_variants_without_one_keep_their_name()
    {
        var cell = RunSamples.CellOf("net10.0", "server");
        var block = RunSamples.BlockOf(cell, cell with { Memory = new Bytes(512 << 20) });
        var builder = RunSamples.Builder(1, new([], [block]));
        builder.AddRound(block, RunSamples.Round(block, 1, new Random(1)), new RawFile("raw/1.json", ""));

        var table = ReportBuilder.Build(builder.Snapshot(RunSamples.Start)).Tables.Single();

        Assert.Equal(["server", "server 512MiB"], table.Rows.Select(row => row.Gc));
    }

    [Fact]
    public void Side_and_copy_stand_behind_the_gc_whatever_the_id_is()
    {
        var run = s_run with { Variants = [s_run.Variants[0] with { Id = "x", Side = Side.Base, Twin = 1 }, s_run.Variants[1] with { Id = "y" }] };
        var samples = s_run.Samples.Take(1).Select(sample => sample with { Variant = "x" });

        var table = ReportBuilder.Build(run with { Samples = [.. samples] }).Tables.Single();

        Assert.Equal(["workstation @base#1", "server"], table.Rows.Select(row => row.Gc));
    }

    [Fact]
    public void Reasons_of_other_programs_cannot_become_markup()
    {
        var run = s_run with { Warnings = ["[red]@someone <script> | `x` [/]"] };
        var console = new TestConsole();
        TerminalReport.Write(console.Console, RunTables.Of(run, console.Console.Profile.Width));

        Assert.Contains("[red]@someone <script> | `x` [/]", console.Output, StringComparison.Ordinal);
        Assert.Contains("\\[red\\]&#64;someone &lt;script> \\| \\`x\\` \\[/\\]", MarkdownReport.Format(RunTables.Of(run)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_measured_nothing_says_so()
    {
        var run = RunSamples.Builder(8, new([], [RunSamples.BlockOf(RunSamples.CellOf("net10.0", "server"))])).Snapshot(
            RunSamples.Start);
        var console = new TestConsole();
        TerminalReport.Write(console.Console, RunTables.Of(run, console.Console.Profile.Width));

        Approval.Verify(console.Output, "nothing");
    }
}
