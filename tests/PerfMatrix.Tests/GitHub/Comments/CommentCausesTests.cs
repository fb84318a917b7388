using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.Tests.GitHub.Comments;

/// <summary>What the comment on a pull request says of causes.</summary>
public sealed class CommentCausesTests
{
    private static readonly CommentContext s_context = CommentBodyTests.Context;

    [Theory]
    [InlineData("Orders.Total", "Orders.Total")]
    [InlineData("Map<string, int>.Add", "Map[string, int].Add")]
    [InlineData("`]</details><img src=x onerror=alert(1)>@octocat|[a](https://evil.test)\n\u202e", null)]
    public void What_the_terminal_says_of_a_cause_is_folded_and_its_names_are_never_read_as_anything_else(string method, string? shown)
    {
        var verdict = Caused(new() { Method = method, PerRequest = 0.61, Low = 0.5, High = 0.7 });
        var body = CommentBody.Of(verdict, s_context, GateVerdicts.Why(verdict, method));

        var folded = body[body.IndexOf("<details><summary>Why: ", StringComparison.Ordinal)..];
        folded = folded[..folded.IndexOf("</details>", StringComparison.Ordinal)];
        Assert.Contains("` +0.61 us [+0.50 +0.70] (`src/Orders.cs`:42)", folded, StringComparison.Ordinal);
        if (shown is not null)
            Assert.Contains($"  - Allocations, base 2,441 B/req: `string` +48 B [+40 +56] from `{shown}`\n", folded, StringComparison.Ordinal);
        Assert.DoesNotMatch("[@|\u202e]|<img|https:|evil.test/", folded);
        Assert.All(folded.Split('\n'), line => Assert.Equal(0, line.Count(c => c == '`') % 2));
    }

    [Theory]
    [InlineData("Z\u00e4hle.\u0421\u0443\u043c\u043c\u0430<\u5408\u8a08>", "Z\u00e4hle.\u0421\u0443\u043c\u043c\u0430[\u5408\u8a08]")]
    [InlineData("lambda in Hello.MapHello:11", "lambda in Hello.MapHello:11")]
    [InlineData("TRACE;RELEASE=50%", "TRACE;RELEASE=50%")]
    [InlineData("Orders.\u05d0\u0627\ufb1d\ufe8d\u202e\u200f\ud83d\ude00", "Orders.????????")]
    [InlineData("https://evil.test", "https?//evil.test")]
    [InlineData("<b>&#124;|`*~$\\@#!", "[b]??124;?????????")]
    public void Names_of_every_language_are_shown_and_nothing_that_would_be_read_as_anything_else(string name, string shown) =>
        Assert.Equal(shown, CauseWords.Plain(name));

    [Fact]
    public void The_first_sentence_after_the_headline_is_the_cause_and_what_it_does_not_explain_is_folded()
    {
        var verdict = Caused(new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7, Total = 0.66, Unattributed = 0.05 });
        var body = CommentBody.Of(verdict, s_context, GateVerdicts.Why(verdict));

        Assert.Matches(@"^\*\*Regressed: .*\.\*\* Cause: `Orders\.Total` \+0\.61 us \[\+0\.50 \+0\.70\] of \+0\.66 us CPU per request\. Head `0123",
            body.Split('\n').First(line => line.StartsWith("**", StringComparison.Ordinal)));
        Assert.Contains("<summary>Why: <code>Orders.Total</code></summary>", body, StringComparison.Ordinal);
        Assert.Contains("\n  - Not attributed: +0.05 us of CPU/req\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void The_cause_of_a_cell_that_is_not_the_worst_is_told_with_its_cell()
    {
        var worse = GateVerdicts.Regressed().Cells.First(cell => cell.Verdict == Verdict.Worse) with { EffectPercent = 6 };
        var caused = worse with { Cause = new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7 } };

        Assert.Contains("** Cause: `Orders.Total` +0.61 us", Body(caused, worse with { Metric = "latencyP99", EffectPercent = 9 }),
            StringComparison.Ordinal);
        Assert.Contains($"** Cause in `{caused.Cell}`: `Orders.Total` +0.61 us", Body(caused, worse with { Cell = "cell-0", EffectPercent = 9 }),
            StringComparison.Ordinal);

        static string Body(params CellVerdict[] cells) => CommentBody.Of(GateVerdicts.Regressed() with { Cells = cells }, s_context);
    }

    [Fact]
    public void What_is_allocated_more_is_told_and_is_no_cause_of_more_memory()
    {
        var verdict = Caused(new() { Type = "string", PerRequest = 48, Low = 40, High = 56 });
        var memory = verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Metric = "peakRss" })] };

        AssertNoCause(memory, "More is allocated: `string` +48 B per request [+40 +56]", "allocations of <code>string</code>");
    }

    [Fact]
    public void CPU_time_that_is_too_small_to_be_the_cause_is_told_as_what_it_is() => AssertNoCause(
        Caused(new() { Method = "Orders.Total", PerRequest = 0.1, Low = 0.05, High = 0.15, TooSmall = true }),
        "More CPU time: `Orders.Total` +0.10 us per request [+0.05 +0.15]", "CPU time of <code>Orders.Total</code>");

    [Fact]
    public void The_files_with_the_flame_graphs_are_named()
    {
        var verdict = GateVerdicts.Regressed();
        var why = GateVerdicts.Why(verdict);
        var drawn = why with { Cells = [why.Cells[0] with { Flame = new(["all"], [new(0, -1, 10, 11)]) }] };

        Assert.Contains("`why.json` in the artifacts has everything, and `*.speedscope.json` opens as a flame graph in speedscope. "
            + "`scripts/perfmatrix report FOLDER --format html --out why.html` draws the difference; FOLDER is an unpacked artifact "
            + "`confirm-*`.\n", CommentBody.Of(verdict, s_context, drawn), StringComparison.Ordinal);
        Assert.Contains("`why.json` in the artifacts has everything.\n", CommentBody.Of(verdict, s_context, why), StringComparison.Ordinal);
    }

    /// <summary>A pull request may write explanations without end; what the service says of its own rules must still be there.</summary>
    [Fact]
    public void However_much_is_explained_what_the_pull_request_changes_of_its_own_gate_is_said()
    {
        var verdict = GateVerdicts.Regressed();
        var why = GateVerdicts.Why(verdict, new string('m', 200));
        var many = why with { Cells = [.. Enumerable.Range(0, 500).Select(number => why.Cells[0] with { Cell = $"cell-{number}" })] };

        var body = CommentBody.Of(verdict, s_context with { PolicyChanges = ["crank/gate.yml"] }, many);

        Assert.Contains("**Policy:** this pull request changes `crank/gate.yml`", body, StringComparison.Ordinal);
        Assert.Contains("How to measure this on your machine", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_traces_name_nothing_contradict_or_failed_that_is_folded()
    {
        var verdict = GateVerdicts.Regressed();
        var why = GateVerdicts.Why(verdict);
        var none = CommentBody.Of(verdict, s_context, why with { Cells = [why.Cells[0] with { Cpu = [], Allocations = [] }] });
        Assert.Contains("<summary>Why: nothing beyond chance</summary>", none, StringComparison.Ordinal);
        Assert.Contains("us: no method changed beyond chance\n", none, StringComparison.Ordinal);

        var doubted = CommentBody.Of(
            verdict, s_context, why with { Cells = [why.Cells[0] with { Notes = ["evil.test", .. Explainer.Doubts] }] });
        Assert.Contains("\n  - note: Measured rounds found more CPU time a request, the traced ones less: tracing changes the result here.\n",
            doubted, StringComparison.Ordinal);
        Assert.Contains("\n  - note: A traced request of base takes over 25 % more CPU time than a measured one, so sizes are not those of the "
            + "measured rounds.\n", doubted, StringComparison.Ordinal);
        Assert.DoesNotContain("evil", doubted, StringComparison.Ordinal);

        var failed = CommentBody.Of(verdict, s_context, why with { Cells = [new() { Cell = why.Cells[0].Cell, Problem = "<b>evil</b>" }] });
        Assert.Contains("<summary>Why: not explained</summary>", failed, StringComparison.Ordinal);
        Assert.Contains($"- `{why.Cells[0].Cell}`: not explained: the full report says why. The verdict stands.\n", failed, StringComparison.Ordinal);
        Assert.DoesNotContain("evil", failed, StringComparison.Ordinal);
    }

    /// <summary>A method is no cause of allocations, and what is beyond the cells that are shown is not below.</summary>
    [Fact]
    public void Changes_that_are_no_cause_of_a_verdict_are_announced_as_what_they_are_where_they_are_shown()
    {
        var verdict = GateVerdicts.Regressed();
        var changed = GateVerdicts.Why(verdict).Cells[0];
        var none = changed with { Cpu = [], Allocations = [] };
        var happened = none with { Events = [new(CauseEvent.Starvation, "thread pool", 0.0002, 0.0001, 0.0003, null, null, null, [])] };

        Assert.All([changed, changed with { Cpu = [] }, changed with { Allocations = [] }, happened], cell =>
            Assert.Contains("<summary>Why: no cause of these verdicts; changes below</summary>", Body(none, cell), StringComparison.Ordinal));
        Assert.Contains("<summary>Why: nothing beyond chance</summary>", Body(none, none, none, changed), StringComparison.Ordinal);

        string Body(params CellExplanation[] cells) => CommentBody.Of(verdict, s_context, GateVerdicts.Why(verdict) with { Cells = cells });
    }

    [Fact]
    public void What_traces_do_not_explain_is_said_and_nobody_is_sent_to_a_run_that_is_not_his()
    {
        var cells = Enumerable.Range(0, 4)
            .Select(number => GateVerdicts.Regressed().Cells.First(cell => cell.Verdict == Verdict.Worse) with { Cell = $"cell-{number}" });
        var body = CommentBody.Of(GateVerdicts.Regressed() with { Cells = [.. cells, cells.First() with { Metric = "startup" }] }, s_context);

        Assert.Contains("\nTraces do not explain Start-up.\n", body, StringComparison.Ordinal);
        Assert.DoesNotContain("why RUN", body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_size_that_is_a_lower_bound_says_so()
    {
        var body = CommentBody.Of(
            Caused(new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7, LowerBound = true }), s_context);

        Assert.Contains("`Orders.Total` at least +0.61 us per request [+0.50 +0.70]", body, StringComparison.Ordinal);
    }

    private static void AssertNoCause(VerdictDocument verdict, string sentence, string why)
    {
        var body = CommentBody.Of(verdict, s_context, GateVerdicts.Why(verdict));
        Assert.Contains($"** {sentence}. ", body, StringComparison.Ordinal);
        Assert.Contains($"<summary>Why: {why}</summary>", body, StringComparison.Ordinal);
        Assert.DoesNotContain("Cause", body, StringComparison.Ordinal);
    }

    private static VerdictDocument Caused(VerdictCause cause)
    {
        var verdict = GateVerdicts.Regressed();
        return verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Cause = cause })] };
    }
}
