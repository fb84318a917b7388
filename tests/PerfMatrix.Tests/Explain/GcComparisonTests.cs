using System.Buffers.Binary;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Explain;

public sealed class GcComparisonTests
{
    private static readonly DateTimeOffset s_started = new(2026, 11, 23, 12, 0, 0, TimeSpan.Zero);

    private static readonly Collection s_gen0 = new(
        default, 0, "blocking", "small objects", TimeSpan.FromMilliseconds(2), TimeSpan.FromMilliseconds(0.1))
    {
        Heaps = 2,
        PromotedMegabytes = 3,
        SizeBeforeMegabytes = 20,
        SizeAfterMegabytes = 6,
        Phases = new(1, 0.5, 0.2, 0.2, 0),
    };

    [Fact]
    public void Each_statistic_has_both_means_and_the_difference_over_rounds()
    {
        var found = GcComparison.Of("cell", [.. Rounds(
            round => [s_gen0, s_gen0 with { Pause = TimeSpan.FromMilliseconds(4 + round) }],
            round => [s_gen0 with { Heaps = 1, Pause = TimeSpan.FromMilliseconds(1) }])]);

        Assert.Equal((5, 10, 5), (found.Rounds, found.FromCollections, found.ToCollections));
        Assert.Equal((2.0, 1.0, -1.0), Of("Collections of gen0"));
        Assert.Equal((0.8, 0.1, -0.7), Of("Time paused"));
        Assert.Equal((6.0, 1.0, -5.0), Of("Longest pause"));
        Assert.Equal((2.0, 1.0, -1.0), Of("Pause of gen0, p50"));
        Assert.Equal((6.0, 1.0, -5.0), Of("Pause of gen0, p95"));
        Assert.Equal((2.0, 1.0, -1.0), Of("Heaps"));
        Assert.Equal((1.0, 1.0, 0.0), Of("Mark"));
        Assert.Equal(3.0, Statistic("Promoted in a millisecond of pause").To);
        var longest = Statistic("Longest pause");
        // Student's t of four degrees, 2.776, times the standard error of 0, 1, 2, 3, 4, which is 0.7071.
        Assert.Equal((-6.963, -3.037), (longest.Low!.Value, longest.High!.Value),
            (x, y) => Math.Abs(x.Item1 - y.Item1) < 0.001 && Math.Abs(x.Item2 - y.Item2) < 0.001);
        Assert.DoesNotContain(found.Statistics,
            one => one.Name is "Background collections" or "Collections of gen2" or "Decisions of DATAS" or "Sweep");
        Assert.Empty(found.Notes);

        GcStatistic Statistic(string name) => Assert.Single(found.Statistics, one => one.Name == name);
        (double, double, double) Of(string name) => Statistic(name) is { From: { } from, To: { } to, Difference: { } difference }
            ? (from, to, difference) : default;
    }

    [Fact]
    public void What_only_one_side_has_is_shown_without_a_difference_and_a_side_without_collections_is_said()
    {
        var background = s_gen0 with { Kind = "background", Generation = 2, DatasDecisions = 3 };
        var found = GcComparison.Of("cell", [.. Rounds(_ => [], _ => [background])]);

        Assert.Equal((null, 2, null), Of("Longest pause"));
        Assert.Equal((0, 1, 1), Of("Background collections"));
        Assert.Equal((0, 3, 3), Of("Decisions of DATAS"));
        Assert.DoesNotContain(found.Statistics, one => one.Name.StartsWith("Pause of gen2", StringComparison.Ordinal));
        Assert.Contains("A side had no collection under load", Assert.Single(found.Notes), StringComparison.Ordinal);

        (double?, double?, double?) Of(string name) => Assert.Single(found.Statistics, one => one.Name == name) is var one
            ? (one.From, one.To, one.Difference) : default;
    }

    [Fact]
    public void Decisions_of_DATAS_are_those_of_the_first_round_that_has_any_in_the_order_of_time()
    {
        var decided = s_gen0 with
        {
            At = s_started.AddSeconds(1.5),
            SizeAfterMegabytes = 30,
            AllocatedRate = 250.04,
            Generations = [new(10, 1, 64)],
            Datas = new(1, 3.456, 12)
            {
                AccumulatedPercent = 1.456,
                ConsideredCostPercent = 4,
                ChangeDecision = 0,
                AdjustmentReason = 1,
                CollectionsSinceChange = 7,
            },
        };
        var found = GcComparison.Of("cell",
            [.. Rounds(_ => [s_gen0], round => round == 0 ? [s_gen0] : [decided, decided with { At = s_started.AddSeconds(round + 1) }])]);

        Assert.Empty(found.FromDecisions);
        var expected = new GcDecision(1.5, 2, 1, 3.46, 12, 64)
        {
            HeapMegabytes = 30,
            AllocatedRate = 250,
            TargetCostPercent = 2,
            ConsideredCostPercent = 4,
            ChangeDecision = 0,
            AdjustmentReason = 1,
            CollectionsSinceChange = 7,
        };
        Assert.Equal([expected, expected with { Seconds = 2 }], found.ToDecisions);

        var page = SitePage.Of(GcComparisonReport.Build("run", new() { From = "server", To = "datas", Cells = [found] }));
        Assert.Contains("DATAS is active in datas of cell: 2 decisions in a round, 2 of them about another number of heaps, at a cost of 3.5 %. "
            + "The number was 1 to 2. Its target is a cost of 2.0 %. It changed because the cost is below its target (2).", page,
            StringComparison.Ordinal);
        Assert.Contains("\"name\":\"target\"", page, StringComparison.Ordinal);
        Assert.Equal(5, page.Split("\"kind\":\"time\"").Length - 1);
    }

    [Fact]
    public void A_decision_is_read_from_the_content_of_its_event_and_another_form_is_not_guessed()
    {
        byte[] content = new byte[56];
        BinaryPrimitives.WriteUInt16LittleEndian(content, 1);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(2), 3);
        BinaryPrimitives.WriteUInt64LittleEndian(content.AsSpan(16), 5_000_000);
        BinaryPrimitives.WriteSingleLittleEndian(content.AsSpan(24), 2.5f);

        BinaryPrimitives.WriteSingleLittleEndian(content.AsSpan(28), 3.5f);
        BinaryPrimitives.WriteSingleLittleEndian(content.AsSpan(32), -1.5f);
        BinaryPrimitives.WriteUInt32LittleEndian(content.AsSpan(42), 9);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(47), 4);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(49), 6);

        var expected = new DatasDecision(3, 2.5, 5)
        {
            AccumulatedPercent = -1.5,
            ConsideredCostPercent = 3.5,
            CollectionsSinceChange = 9,
            ChangeDecision = 4,
            AdjustmentReason = 6,
        };
        Assert.Equal(expected, DatasDecision.Of("SizeAdaptationTuning", content));
        Assert.Null(DatasDecision.Of("SizeAdaptationTuning", content.AsSpan(0, 50)));
        Assert.Null(DatasDecision.Of("SizeAdaptationSample", content));
        content[0] = 2;
        Assert.Null(DatasDecision.Of("SizeAdaptationTuning", content));
    }

    [Theory]
    [InlineData(2, 0, 2, 2, "the last change is too recent")]
    [InlineData(4, 0, 2, 2, "the cost is not off its target for long enough")]
    [InlineData(8, 0, 2, 2, "the cost is moving to its target")]
    [InlineData(16, 0, 2, 2, "the cost is near its target")]
    [InlineData(32, 0, 2, 2, "the cost has changed for a moment only")]
    [InlineData(64, 0, 2, 2, "reason 64, which is not known here")]
    [InlineData(0, 0, 2, 4, "the cost is above its target")]
    [InlineData(0, 1, 2, 1, "the cost is below its target")]
    [InlineData(0, 9, 2, 2, "the last change of heaps is too recent")]
    [InlineData(0, 6, 2, 2, "the difference is small, so the budget changes")]
    [InlineData(0, 1, 2, 2, "no other number of heaps is allowed")]
    [InlineData(0, 0, 2, 2, "the difference is less than a heap")]
    public void Why_DATAS_decided_is_said_in_words(int change, int adjustment, int heaps, int chosen, string why) =>
        Assert.Equal(why, new GcDecision(1, heaps, chosen, 3, 10, 64) { ChangeDecision = change, AdjustmentReason = adjustment }.Why);

    [Fact]
    public void A_decision_of_NET_8_has_no_reason() => Assert.Null(new GcDecision(1, 1, 2, 3, 10, 64).Why);

    [Theory]
    [InlineData(0, 9.5, 1.5)]
    [InlineData(16, 9.5, 1.5)]
    [InlineData(2, 9.5, 11.0)]
    [InlineData(4, -9.5, -8.0)]
    public void The_target_of_the_cost_follows_from_what_a_decision_adds_to_the_sum_that_the_one_before_left(int before, double left, double sum)
    {
        var first = new DatasDecision(1, 1, 0) { AccumulatedPercent = left, ChangeDecision = before };
        Assert.Equal(2.0, new DatasDecision(1, 3.5, 0) { AccumulatedPercent = sum, ChangeDecision = 4 }.TargetCostPercent(first));
    }

    [Fact]
    public void One_round_of_each_side_alone_shows_both_values_no_interval_and_what_DATAS_decided()
    {
        var decided = s_gen0 with
        {
            At = s_started.AddSeconds(2),
            DatasDecisions = 1,
            Datas = new(3, 3, 12) { ChangeDecision = 0, AdjustmentReason = 0 },
        };
        var found = GcComparison.Of("cell", [.. Rounds(_ => [s_gen0], _ => [s_gen0, decided]).Take(1)], (false, true));

        Assert.Equal((1, 1, 2), (found.Rounds, found.FromCollections, found.ToCollections));
        Assert.All(found.Statistics, one => Assert.Equal((null, null, null), (one.Difference, one.Low, one.High)));
        Assert.Equal("the cost is above its target", Assert.Single(found.ToDecisions).Why);
        Assert.Empty(found.Notes);

        var document = new GcDocument { From = "server", To = "datas", Cells = [found] };
        SchemaCheck.AssertFits("gc", GcDocument.File.Format(document));
        var report = MarkdownDocument.Format(GcComparisonReport.Build("run", document));
        Assert.Contains("1 round with 1 and 2 collections.", report, StringComparison.Ordinal);
        Assert.Contains("| Longest pause | ms | 2.000 | 2.000 | - | one round, so no interval |", report, StringComparison.Ordinal);
        Assert.Contains("It changed because the cost is above its target (1).", report, StringComparison.Ordinal);
    }

    [Fact]
    public void NET_8_tells_of_a_decision_in_an_event_of_another_name_and_form()
    {
        byte[] content = new byte[36];
        BinaryPrimitives.WriteUInt16LittleEndian(content, 1);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(2), 4);
        BinaryPrimitives.WriteSingleLittleEndian(content.AsSpan(12), 1.5f);

        Assert.Equal(new DatasDecision(4, 1.5, 0), DatasDecision.Of("HeapCountTuning", content));
        Assert.Null(DatasDecision.Of("HeapCountTuning", content.AsSpan(0, 15)));
    }

    [Fact]
    public void A_side_that_is_to_have_DATAS_and_shows_no_decision_is_not_proven_to_have_it()
    {
        var decided = s_gen0 with { DatasDecisions = 1 };
        Assert.Equal(["The second side should have DATAS, but no DATAS decision was seen, so it is not proven active there."],
            GcComparison.Of("cell", [.. Rounds(_ => [decided], _ => [s_gen0])], (true, true)).Notes);
        Assert.Empty(GcComparison.Of("cell", [.. Rounds(_ => [s_gen0], _ => [decided])], (false, true)).Notes);
    }

    [Fact]
    public void Generations_roots_and_background_pauses_are_told_apart()
    {
        var full = s_gen0 with
        {
            Generations = [new(10, 1, 64), new(20, 2, 8), new(null, 3, 4), new(null, 0.5, 3), new(null, 0.25, 2)],
            Roots = new(1.5, 0.5, 0.75, 0.25),
        };
        var background = full with { Kind = "background", Generation = 2, Pause = TimeSpan.FromMilliseconds(7) };
        var found = GcComparison.Of("cell", [.. Rounds(_ => [full, background], _ => [full])]);

        Assert.All(new[]
        {
            ("Survival of gen0", 10), ("Survival of gen1", 20), ("Fragmentation of gen2", 3), ("Fragmentation of large objects", 0.5),
                ("Fragmentation", 6.75),
            ("Budget of gen1", 8), ("Promoted from stacks", 1.5), ("Promoted from handles", 0.5), ("Promoted from older generations", 0.75),
            ("Promoted for finalisation", 0.25), ("Pause of background collections, p99", 7), ("Pause of gen0, p99", 2),
        }, expected => Assert.Equal(expected.Item2, Assert.Single(found.Statistics, one => one.Name == expected.Item1).From));
        Assert.DoesNotContain(found.Statistics, one => one.Name == "Survival of gen2");
    }

    [Fact]
    public void Each_statistic_is_of_its_own_field()
    {
        var one = s_gen0 with
        {
            Suspension = TimeSpan.FromMilliseconds(0.5),
            Heaps = 3,
            Phases = new(0.61, 0.62, 0.63, 0.64, 0.65),
            PromotedMegabytes = 50,
            Roots = new(5.1, 5.2, 5.3, 5.4),
            Generations = [new(61, 1.1, 71), new(62, 1.2, 72), new(63, 1.3, 73), new(64, 1.4, 74), new(65, 1.5, 75)],
            SizeBeforeMegabytes = 90,
            SizeAfterMegabytes = 80,
            PinnedObjects = 17,
            FinalizedObjects = 18,
            DatasDecisions = 2,
        };
        // Enough of the first for a longest that is no percentile.
        Collection[] all =
        [
            .. Pauses(one, 120, above: 1000), .. Pauses(one with { Generation = 1 }, 21, above: 200),
            .. Pauses(one with { Generation = 2 }, 22, above: 300),
            .. Pauses(one with { Generation = 2, Kind = "background", Heaps = 7 }, 23, above: 400),
        ];
        var side = Side(all) with { Time = TimeSpan.FromSeconds(200) };
        (string Name, double Value)[] expected =
        [
            ("Collections of gen0", 120), ("Collections of gen1", 21), ("Collections of gen2", 22), ("Background collections", 23),
            ("Time paused", 74.01), ("Pause of a request", 148_020),
            ("Pause of gen0, p50", 1060), ("Pause of gen1, p50", 211), ("Pause of gen2, p50", 311),
            ("Pause of gen0, p95", 1114), ("Pause of gen1, p95", 220), ("Pause of gen2, p95", 321),
            ("Pause of gen0, p99", 1119), ("Pause of gen1, p99", 221), ("Pause of gen2, p99", 322),
            ("Pause of background collections, p50", 412), ("Pause of background collections, p95", 422),
            ("Pause of background collections, p99", 423), ("Longest pause", 1120), ("Suspension", 0.5),
            ("Mark", 0.61), ("Plan", 0.62), ("Relocate", 0.63), ("Compact", 0.64), ("Sweep", 0.65),
            ("Promoted", 50), ("Promoted in a millisecond of pause", 0.0628), ("Promoted from stacks", 5.1), ("Promoted from handles", 5.2),
            ("Promoted from older generations", 5.3), ("Promoted for finalisation", 5.4),
            ("Survival of gen0", 61), ("Survival of gen1", 62), ("Survival of gen2", 63), ("Survival of large objects", 64),
            ("Survival of pinned objects", 65), ("Heap before", 90), ("Heap after", 80), ("Fragmentation", 6.5),
            ("Fragmentation of gen0", 1.1), ("Fragmentation of gen1", 1.2), ("Fragmentation of gen2", 1.3), ("Fragmentation of large objects", 1.4),
            ("Fragmentation of pinned objects", 1.5), ("Budget of gen0", 71), ("Budget of gen1", 72), ("Budget of gen2", 73),
            ("Budget of large objects", 74), ("Budget of pinned objects", 75), ("Heaps", 3.4946), ("Most heaps", 7), ("Pinned objects", 17),
            ("Objects for finalisation", 18), ("Decisions of DATAS", 372),
        ];

        var found = GcComparison.Of("cell", [new(side, side), new(side, side)]).Statistics;

        Assert.Equal(expected.Select(statistic => statistic.Name), found.Select(statistic => statistic.Name));
        Assert.All(expected, statistic =>
            Assert.Equal(statistic.Value, Assert.Single(found, other => other.Name == statistic.Name).From!.Value, 4));
        Assert.Equal(expected.Length, expected.Select(statistic => statistic.Value).Distinct().Count());

        static IEnumerable<Collection> Pauses(Collection each, int count, int above) =>
            Enumerable.Range(1, count).Select(place => each with { Pause = TimeSpan.FromMilliseconds(above + place) });
    }

    [Fact]
    public void A_decision_after_a_background_collection_has_the_budget_that_was_set_before()
    {
        var before = s_gen0 with { At = s_started.AddSeconds(1), Generations = [new(10, 1, 64)] };
        var background = before with
        {
            At = s_started.AddSeconds(2),
            Kind = "background",
            Generations = [new(null, 1, null)],
            Datas = new(2, 1, 1),
        };
        var later = before with { At = s_started.AddSeconds(3), Generations = [new(10, 1, 32)] };

        var decision = Assert.Single(GcComparison.Of("cell", [.. Rounds(_ => [before, background, later], _ => [])]).FromDecisions);
        Assert.Equal((2, 64), (decision.Seconds, decision.BudgetMegabytes));
    }

    [Fact]
    public void A_cell_that_could_not_be_traced_says_why() => Assert.Contains("Not traced: no events.",
        SitePage.Of(GcComparisonReport.Build(
            "run", new() { From = "server", To = "datas", Cells = [new() { Cell = "other", Problem = "no events" }] })), StringComparison.Ordinal);

    [Fact]
    public void What_is_written_is_what_the_schema_says_and_reads_again()
    {
        var document = new GcDocument
        {
            From = "server",
            To = "datas",
            Cells = [GcComparison.Of("cell", [.. Rounds(_ => [s_gen0], _ => [])]), new() { Cell = "other", Problem = "no events" }],
        };
        var text = GcDocument.File.Format(document);
        SchemaCheck.AssertFits("gc", text);
        Assert.Equivalent(document, GcDocument.File.Parse(text, "gc.json"));
    }

    private static IEnumerable<TracedRound> Rounds(Func<int, Collection[]> from, Func<int, Collection[]> to) =>
        Enumerable.Range(0, 5).Select(round => new TracedRound(Side(from(round)), Side(to(round))));

    private static TracedSide Side(IReadOnlyList<Collection> collections) => new(1000, TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(1), [], [])
    {
        Collections = collections,
        Started = s_started,
        Time = TimeSpan.FromSeconds(1),
    };
}
