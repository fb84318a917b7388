using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.GitHub;

public sealed class CommentBodyTests
{
    private static readonly CommentContext s_context = new()
    {
        Run = new(4711, 2, "pull_request", "completed", "failure", "patch-1", GateVerdicts.HeadSha, new(20, "alice/perf", new("alice"), null), null),
        PullRequest = 7,
        BaseSha = GateVerdicts.BaseSha,
        RepositoryPage = "https://github.com/octo/perf",
        Site = "https://octo.github.io/perf/",
        PolicyChanges = [],
        Today = new(2026, 11, 22),
    };

    /// <summary>That of the picture in the README is of a real run: docs/evidence.md.</summary>
    [Fact]
    public void The_comment_of_the_picture_has_the_words_of_today()
    {
        var comment = File.ReadAllText(Path.Combine(Checkout.Root, "tests", "Site", "browser", "comment.txt"));

        Assert.Contains(CommentCommands.WhereToPaste, comment, StringComparison.Ordinal);
        Assert.Contains(CommentCauses.Words(new() { Method = "lambda in Orders.Total", PerRequest = 24.72, Low = 14.6, High = 34.84, Measured = 48 }),
            comment, StringComparison.Ordinal);
    }

    [Fact]
    public void A_regression_comes_first_with_what_to_do_about_it() =>
        Approval.Verify(CommentBody.Of(GateVerdicts.Regressed(), s_context with { PolicyChanges = ["crank/gate.yml"] }), "regressed");

    [Fact]
    public void The_entry_that_acknowledges_is_read_where_its_sentence_says_to_paste_it()
    {
        var empty = File.ReadAllText(Checkout.File(AcknowledgementFile.Name));
        var entries = CommentBody.Of(GateVerdicts.Regressed(), s_context).Split("Under `acknowledged` in `crank/acknowledged.yml` of the base "
            + "branch, which the gate reads (a new key where there is none, in place of `[]` where the list is empty):\n\n```yaml\n")[1]
            .Split("```")[0];

        Assert.EndsWith("\nacknowledged: []\n", empty, StringComparison.Ordinal);
        Assert.Equal(["cpuPerRequest", "throughput"], Metrics(
            AcknowledgementFile.Name, empty.Replace("acknowledged: []\n", $"acknowledged:\n{entries}", StringComparison.Ordinal)));
        Assert.Equal(["cpuPerRequest", "throughput"], Metrics(ConfigurationFiles.Own, $"runtimes: [net10.0]\nacknowledged:\n{entries}"));

        static IEnumerable<string> Metrics(string name, string text) =>
            AcknowledgementFile.Read(new ConfigurationFiles(asked => asked == name ? text : null)).Select(entry => entry.Metric);
    }

    [Fact]
    public void What_is_unknown_says_how_to_decide_it() => Approval.Verify(CommentBody.Of(GateVerdicts.Undecided(), s_context), "incomplete");

    [Fact]
    public void A_branch_of_the_repository_itself_can_be_dispatched_with_more_rounds()
    {
        var own = s_context with { Run = s_context.Run with { HeadRepository = new(1, "octo/perf", new("octo"), null) } };
        Assert.Contains(
            $"Or start the workflow `perf-dispatch` with base `{GateVerdicts.BaseSha}`, head `{GateVerdicts.HeadSha}`, rounds `20`, and the "
                + $"scenario,", CommentBody.Of(GateVerdicts.Undecided(), own), StringComparison.Ordinal);
        Assert.DoesNotContain("perf-dispatch", CommentBody.Of(GateVerdicts.Undecided(), s_context), StringComparison.Ordinal);
    }

    [Fact]
    public void No_command_asks_for_more_rounds_than_a_comparison_takes()
    {
        var verdict = GateVerdicts.Undecided();
        var many = verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Rounds = 150 })] };

        Assert.Contains(" --rounds 200\n", CommentBody.Of(many, s_context), StringComparison.Ordinal);
    }

    [Fact]
    public void A_cell_that_head_dropped_is_one_row_and_says_what_to_do()
    {
        var pass = GateVerdicts.Pass();
        var gone = pass.Cells.Select(cell => cell with
        {
            Cell = "gone-api/net10.0/server/2c",
            Verdict = Verdict.Unknown,
            Reason = "@octocat",
            Dropped = true,
            NotMeasured = true,
            Rounds = 0,
        });
        var verdict = pass with { Outcome = Outcome.Incomplete, Cells = [.. pass.Cells, .. gone] };
        var body = CommentBody.Of(verdict, s_context);

        Assert.Contains("1 cell missing in head", body, StringComparison.Ordinal);
        Assert.Single(body.Split('\n'), line => line.StartsWith("| **missing** | `gone-api/net10.0/server/2c` | all |", StringComparison.Ordinal));
        Assert.Contains("- `gone-api/net10.0/server/2c` is measured by base and missing in head.", body, StringComparison.Ordinal);
        Assert.DoesNotContain("octocat", body, StringComparison.Ordinal);
        Assert.DoesNotContain("run the failed jobs again", body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_metric_that_a_side_lacks_is_no_matter_of_running_again_alone()
    {
        var pass = GateVerdicts.Pass();
        var lost = pass.Cells[0] with { Metric = "gcPauseShare", Verdict = Verdict.Unknown, NotMeasured = true, DetectablePercent = null };
        var rare = lost with { Metric = "gcCommitted", NotMeasured = false };
        var body = CommentBody.Of(pass with { Outcome = Outcome.Incomplete, Cells = [.. pass.Cells, lost, rare] }, s_context);

        Assert.Contains($"- `{lost.Cell}` was not measured: run the failed jobs again. Where it is a metric that head lacks, the [full report](",
            body, StringComparison.Ordinal);
        Assert.Contains($"- `{lost.Cell}` GC committed has too few values on both sides to tell.\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_site_is_published_nothing_links_to_one()
    {
        var body = CommentBody.Of(GateVerdicts.Regressed(), s_context with { Site = null });
        Assert.DoesNotContain("github.io", body, StringComparison.Ordinal);
        Assert.DoesNotContain("**Base branch:**", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Advice_says_that_it_is_one()
    {
        var verdict = GateVerdicts.Regressed();
        var body = CommentBody.Of(verdict with { Policy = verdict.Policy with { Mode = GateMode.Advise } }, s_context);
        Assert.Contains("### perfmatrix: regressed, as advice\n", body, StringComparison.Ordinal);
        Assert.Contains("The gate only advises, so this fails nothing.", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Code_that_does_not_build_is_not_to_be_run_again()
    {
        var verdict = GateVerdicts.Regressed();
        var unmeasured = verdict with
        {
            Outcome = Outcome.Incomplete,
            Cells = [.. verdict.Cells.Select(cell => cell with { Verdict = Verdict.Unknown, NotMeasured = true })],
        };
        Assert.Contains("run the failed jobs again", CommentBody.Of(unmeasured, s_context), StringComparison.Ordinal);
        var body = CommentBody.Of(unmeasured with { Unbuilt = "head" }, s_context);
        Assert.DoesNotContain("run the failed jobs again", body, StringComparison.Ordinal);
        Assert.Contains("The code of this pull request does not build", body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_pass_is_short() => Approval.Verify(CommentBody.Of(GateVerdicts.Pass(), s_context), "pass");

    [Fact]
    public void A_thousand_cells_stay_below_the_limit_and_show_ten_rows()
    {
        var body = CommentBody.Of(GateVerdicts.Thousand(), s_context);
        Assert.True(Encoding.UTF8.GetByteCount(body) < CommentBody.Largest);
        Assert.Equal(10, body.Split('\n').Count(line => line.StartsWith("| **worse**", StringComparison.Ordinal)));
        Assert.Contains(
            "more rows are in the [full report](https://github.com/octo/perf/actions/runs/4711/attempts/2)", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Whatever_does_not_fit_is_cut_by_whole_sections()
    {
        var body = CommentBody.Of(GateVerdicts.Regressed(), s_context with { Site = "https://example.test/" + new string('x', 70_000) });
        Assert.True(Encoding.UTF8.GetByteCount(body) <= CommentBody.Largest);
        Assert.Contains("| **worse** |", body, StringComparison.Ordinal);
        Assert.EndsWith("the full report has everything.\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Sentences_of_the_artifact_are_not_repeated()
    {
        var verdict = GateVerdicts.Regressed();
        var hostile = verdict with
        {
            Cells = [.. verdict.Cells.Select(cell => cell with
            {
                Reason = "@octocat https://evil.test", Acknowledged = cell.Verdict == Verdict.Worse ? "<b>evil</b>" : null,
            })],
            Warnings = ["https://evil.test"],
            Base = new("[evil](https://evil.test)", GateVerdicts.BaseSha),
            Head = new("@octocat", GateVerdicts.HeadSha),
        };
        var body = CommentBody.Of(hostile, s_context);
        Assert.DoesNotContain("evil", body, StringComparison.Ordinal);
        Assert.DoesNotContain("octocat", body, StringComparison.Ordinal);
        Assert.Contains("worse, acknowledged", body, StringComparison.Ordinal);
    }

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

        Assert.Contains("`why.json` in the artifacts has all of it, and `*.speedscope.json` opens as a flame graph in speedscope. "
            + "`scripts/perfmatrix report FOLDER --format html --out why.html` draws the difference; FOLDER is that of an unpacked artifact "
            + "`confirm-*`.\n", CommentBody.Of(verdict, s_context, drawn), StringComparison.Ordinal);
        Assert.Contains("`why.json` in the artifacts has all of it.\n", CommentBody.Of(verdict, s_context, why), StringComparison.Ordinal);
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
    public void What_traces_do_not_explain_is_said_and_where_the_others_are_explained()
    {
        var cells = Enumerable.Range(0, 4)
            .Select(number => GateVerdicts.Regressed().Cells.First(cell => cell.Verdict == Verdict.Worse) with { Cell = $"cell-{number}" });
        var body = CommentBody.Of(GateVerdicts.Regressed() with { Cells = [.. cells, cells.First() with { Metric = "startup" }] }, s_context);

        Assert.Contains("\nTraces do not explain Start-up.\n", body, StringComparison.Ordinal);
        Assert.Contains("For the other one, run: `scripts/perfmatrix why RUN --cell cell-3`\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_size_that_is_a_lower_bound_says_so()
    {
        var body = CommentBody.Of(
            Caused(new() { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7, LowerBound = true }), s_context);

        Assert.Contains("`Orders.Total` at least +0.61 us per request [+0.50 +0.70]", body, StringComparison.Ordinal);
    }

    [Fact]
    public void What_differs_beside_the_code_is_folded_and_is_never_read_as_anything_else()
    {
        const string evil = "@everyone](https://x.test)`<img src=x>|";
        var body = CommentBody.Of(GateVerdicts.Regressed() with
        {
            Environment = [new(EnvironmentKind.Package, "Dapper", "2.1.35", "2.1.66", ["Shop"]),
                new(EnvironmentKind.Variable, evil, evil, null, [evil])],
        }, s_context);

        var folded = body[body.IndexOf("<details><summary>2 things beside the code differ</summary>", StringComparison.Ordinal)..];
        folded = folded[..folded.IndexOf("</details>", StringComparison.Ordinal)];
        Assert.Contains("| `package` | `Dapper` | `2.1.35` | `2.1.66` | `Shop` |", folded, StringComparison.Ordinal);
        Assert.DoesNotMatch("@|<img|https:", folded);
        Assert.All(folded.Split('\n').Where(line => line.StartsWith('|')), line => Assert.Equal(6, line.Count(c => c == '|')));
    }

    [Fact]
    public void Cells_that_are_no_product_of_their_values_get_a_command_each() => Assert.Equal(
        [" --scenario call --runtime net9.0 --gc datas --cores 1", " --scenario hello-minimal --runtime net10.0 --gc server --cores 2"],
        Reproductions(new Cell("hello-minimal", "net10.0", "server", 2), new Cell("call", "net9.0", "datas", 1)));

    [Fact]
    public void Cells_that_are_a_product_of_their_values_share_a_command() => Assert.Equal(
        [" --scenario hello-minimal --runtime net10.0,net9.0 --gc server --cores 2"],
        Reproductions(new Cell("hello-minimal", "net10.0", "server", 2), new Cell("hello-minimal", "net9.0", "server", 2)));

    [Fact]
    public void A_limit_of_a_cell_is_reproduced()
    {
        var cell = new Cell("hello-minimal", "net10.0", "server", 2);

        Assert.Equal([" --scenario hello-minimal --runtime net10.0 --gc server --cores 2 --memory 512MiB"],
            Reproductions(cell with { Memory = new(512 << 20) }));
        Assert.Equal([" --scenario hello-minimal --runtime net10.0 --gc server --cores 2 --memory 512MiB --cpu-limit 1500m"],
            Reproductions(cell with { Memory = new(512 << 20), CpuLimit = new(1500) }));
        Assert.Equal([" --scenario hello-minimal --runtime net10.0 --gc server --cores 2 --memory none,512MiB"],
            Reproductions(cell, cell with { Memory = new(512 << 20) }));
    }

    [Fact]
    public void A_case_of_a_benchmark_is_reproduced() => Assert.Equal(
        [" --scenario async-tasks-short/Baseline --runtime net10.0 --gc server --cores 2"],
            Reproductions(new Cell("async-tasks-short/Baseline", "net10.0", "server", 2)));

    [Theory]
    [InlineData("hello-minimal;reboot")]
    [InlineData("$(reboot)")]
    public void Names_that_a_shell_would_read_are_in_no_command(string scenario) =>
    Assert.Equal([" --subset pr"], Reproductions(new Cell(scenario, "net10.0", "server", 2)));

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

    private static IEnumerable<string> Reproductions(params Cell[] cells) =>
        from line in CommentBody.Of(GateVerdicts.WorseIn(cells), s_context).Split('\n')
        where line.StartsWith("scripts/perfmatrix compare ", StringComparison.Ordinal)
        select line[line.IndexOf(" --", StringComparison.Ordinal)..];

    [Fact]
    public void Missing_is_loud() => Approval.Verify(CommentBody.WithoutVerdict("the run ended (failure) without a verdict", s_context), "missing");

    [Fact]
    public void Nothing_to_compare_with_is_no_failure() =>
    Approval.Verify(CommentBody.OfIntroduction(GateVerdicts.BaseSha, s_context), "introduction");
}
