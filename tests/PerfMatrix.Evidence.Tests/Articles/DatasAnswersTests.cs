using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class DatasAnswersTests
{
    [Fact]
    public void Without_a_silence_the_answer_says_that_it_does_not_tell()
    {
        var timelines = GcRuns.DatasTimelines with
        {
            Timelines = [TimelineSamples.Timeline("datas-live/net10.0/datas/2c", "b1", 1, seconds: 10, _ => 1)],
        };
        Assert.Contains("This run has no scenario with a silence", Answers(GcRuns.Datas with { Rates = null }, timelines), StringComparison.Ordinal);
    }

    /// <summary>What ships is DATAS on newer runtimes, and a mode of any name may ask for it.</summary>
    [Theory]
    [InlineData("default", true, true)]
    [InlineData("default", false, false)]
    [InlineData("my-adaptive", true, true)]
    [InlineData("server", false, false)]
    public void What_is_under_DATAS_is_told_by_the_proof_and_not_by_a_name(string gc, bool isDatas, bool isAnswered)
    {
        var variant = GcRuns.Variant("datas-idle", gc) with { Proof = isDatas ? GcRuns.DatasProof : RunSamples.ProofOf("10.0.14", isServer: true) };
        var timeline = TimelineSamples.Timeline(variant.Id, "b1", 1, seconds: 20, _ => 2, silence: (6, 14));

        var text = Answers(GcRuns.Datas with { Variants = [variant], Rates = null }, new([timeline], []));

        Assert.Equal(isAnswered, text.Contains($"- {variant.Id}: 2 heaps in 1 round.", StringComparison.Ordinal));
        Assert.Equal(isAnswered, text.Contains($"{variant.Id}: in 7 s without a request resident memory went", StringComparison.Ordinal));
        Assert.Equal(!isAnswered, text.Contains("This run has no collection under DATAS, so it does not tell.", StringComparison.Ordinal));
    }

    [Fact]
    public void Modes_with_as_many_heaps_and_different_budgets_are_compared_by_what_was_seen()
    {
        VariantRecord[] variants = [GcRuns.Variant("datas-live", "server"), GcRuns.Variant("datas-live", "datas")];
        var server = TimelineSamples.Timeline(variants[0].Id, "b1", 1, seconds: 10, _ => 2);
        var datas = TimelineSamples.Timeline(variants[1].Id, "b2", 1, seconds: 20, _ => 2);
        datas = datas with
        {
            Collections = [.. datas.Collections.Select(collection => collection with { Gc = collection.Gc with { BudgetBytes = 1 << 20 } })],
        };
        var files = new TimelineFiles([server, datas], []);

        var text = Answers(GcRuns.Datas with { Variants = variants, Rates = null }, files);

        Assert.Contains("- datas-live, net10.0: datas and server used up to 2 heaps alike in 1 round, with budgets of 2 and 8 MB, and collected 9 "
            + "and 4 "
            + "times: the smaller budget collected more often, with no more heaps, in 1 round.", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Left out", text, StringComparison.Ordinal);
    }

    /// <summary>In round 2 both have the same budget.</summary>
    [Fact]
    public void A_round_whose_budgets_are_alike_is_named_as_left_out()
    {
        VariantRecord[] variants = [GcRuns.Variant("datas-live", "server"), GcRuns.Variant("datas-live", "datas")];
        var timelines = variants.SelectMany(variant => Enumerable.Range(1, 2).Select(round =>
            TimelineSamples.Timeline(variant.Id, "b1", round, seconds: 20, _ => 2))).ToList();
        timelines[2] = timelines[2] with
        {
            Collections = [.. timelines[2].Collections.Select(collection => collection with { Gc = collection.Gc with { BudgetBytes = 1 << 20 } })],
        };

        var text = Answers(GcRuns.Datas with { Variants = variants, Rates = null }, new TimelineFiles(timelines, []));

        Assert.Contains("in 1 round. Left out: round 2, where the heaps were not as many, or the first budget was not smaller by a fifth.", text,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3000/12s 0/20s", true)]
    [InlineData("4000/30s", false)]
    public void A_silence_that_was_not_due_is_not_said_to_be_left_out(string schedule, bool isDue)
    {
        var rate = GcRuns.Datas.Rates![0];
        var run = GcRuns.Datas with { Rates = [rate with { Outcome = rate.Outcome with { Schedule = schedule } }] };

        var text = Answers(run, GcRuns.DatasTimelines);

        Assert.Equal(isDue, text.Contains("requests still waited when the silence was due", StringComparison.Ordinal));
    }

    [Fact]
    public void Rounds_of_a_cell_are_counted_and_no_cell_is_said_to_be_both()
    {
        const string Cell = "datas-idle/net10.0/datas/2c";
        var run = GcRuns.Datas with
        {
            Variants = [GcRuns.Variant("datas-idle", "datas")],
            Rates = [.. Enumerable.Range(1, 3).Select(round => GcRuns.Datas.Rates![0] with
            {
                Variant = Cell,
                Round = round,
                Sustained = round < 3,
                Outcome = GcRuns.Datas.Rates[0].Outcome with { Sent = round < 3 ? 36_000 : 30_000, Late = 10 * round },
            })],
        };
        var files = new TimelineFiles(
            [.. Enumerable.Range(1, 3).Select(round => TimelineSamples.Timeline(Cell, "b1", round, seconds: 20, _ => round == 1 ? 1 : 2,
                silence: (6, 14)))], []);

        var text = Answers(run, files);

        Assert.Contains($"- {Cell}: 1 heap in 1 of 3 rounds, 2 heaps in 2.\n", text, StringComparison.Ordinal);
        Assert.Contains($"due: {Cell} (round 3).", text, StringComparison.Ordinal);
        Assert.Contains($"{Cell}: in 7 s without a request resident memory went from 96 to 103 MB; 2 heaps were in use before it and 2 at the first "
            + "collection "
            + "after it, so they did not shrink without allocation, in 1 of 2 rounds, one heap was in use before the silence already, so nothing "
                + "could "
            + "shrink, in 1.", text, StringComparison.Ordinal);
        Assert.Contains($"| {Cell} | 3 | 6 | 2: 6 |", text, StringComparison.Ordinal);
    }

    private static string Answers(RunDocument run, TimelineFiles files) =>
        MarkdownDocument.Format(new ReportDocument("", "", [.. DatasAnswers.Of(TimelineFacts.Of(run, files))]));
}
