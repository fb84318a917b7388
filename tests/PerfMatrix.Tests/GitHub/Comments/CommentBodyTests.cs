using System.Text;
using System.Text.RegularExpressions;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.GitHub.Comments;

public sealed class CommentBodyTests
{
    internal static readonly CommentContext Context = new(
        new(4711, 2, "pull_request", "completed", "failure", "patch-1", GateVerdicts.HeadSha, new(20, "alice/perf", new("alice"), null), null),
        7, GateVerdicts.BaseSha, "https://github.com/octo/perf", "https://octo.github.io/perf/", new(2026, 11, 22), PolicyChanges: [],
        HasMoreFiles: false, Siblings: []);

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
        Approval.Verify(CommentBody.Of(GateVerdicts.Regressed(), Context with { PolicyChanges = ["crank/gate.yml"] }), "regressed");

    [Fact]
    public void A_regression_that_one_machine_confirmed_to_itself_is_told_as_such()
    {
        var verdict = GateVerdicts.Regressed();
        var single = verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Machines = 1 })] };
        Assert.Contains(" | 10 on 1 machine |\n", CommentBody.Of(single, Context), StringComparison.Ordinal);
    }

    [Fact]
    public void The_entry_that_acknowledges_is_read_where_its_sentence_says_to_paste_it()
    {
        var empty = File.ReadAllText(Checkout.File(AcknowledgementFile.Name));
        var entries = CommentBody.Of(GateVerdicts.Regressed(), Context).Split("Under `acknowledged` in `crank/acknowledged.yml` of the base "
            + "branch, which the gate reads (add the key if it is missing; replace `[]` if the list is empty):\n\n```yaml\n")[1]
            .Split("```")[0];

        Assert.EndsWith("\nacknowledged: []\n", empty, StringComparison.Ordinal);
        Assert.Equal(["cpuPerRequest", "throughput"], Metrics(
            AcknowledgementFile.Name, empty.Replace("acknowledged: []\n", $"acknowledged:\n{entries}", StringComparison.Ordinal)));
        Assert.Equal(["cpuPerRequest", "throughput"], Metrics(ConfigurationFiles.Own, $"runtimes: [net10.0]\nacknowledged:\n{entries}"));

        static IEnumerable<string> Metrics(string name, string text) =>
            AcknowledgementFile.Read(new ConfigurationFiles(asked => asked == name ? text : null)).Select(entry => entry.Metric);
    }

    [Fact]
    public void What_is_unknown_says_how_to_decide_it() => Approval.Verify(CommentBody.Of(GateVerdicts.Undecided(), Context), "incomplete");

    [Fact]
    public void A_branch_of_the_repository_itself_can_be_dispatched_with_more_rounds()
    {
        var own = Context with { Run = Context.Run with { HeadRepository = new(1, "octo/perf", new("octo"), null) } };
        Assert.Contains(
            $"Or start the workflow `perf-dispatch` with base `{GateVerdicts.BaseSha}`, head `{GateVerdicts.HeadSha}`, rounds `33`, and the "
                + $"scenario,", CommentBody.Of(GateVerdicts.Undecided(), own), StringComparison.Ordinal);
        Assert.DoesNotContain("perf-dispatch", CommentBody.Of(GateVerdicts.Undecided(), Context), StringComparison.Ordinal);
    }

    [Fact]
    public void A_size_that_the_jobs_were_told_is_in_every_command_and_no_workflow_that_takes_none_is_named()
    {
        var own = Context with { Run = Context.Run with { HeadRepository = new(1, "octo/perf", new("octo"), null) } };
        var verdict = GateVerdicts.Undecided();
        var sized = verdict with { OwnDetectPercent = 7.5 };

        Assert.All(Commands(sized), command => Assert.Contains(" --detect 7.5", command, StringComparison.Ordinal));
        Assert.All(Commands(verdict with { Reproduce = "; reboot --detect 5" }),
            command => Assert.DoesNotContain("--detect", command, StringComparison.Ordinal));
        Assert.Contains("perf-dispatch", CommentBody.Of(verdict, own), StringComparison.Ordinal);
        Assert.DoesNotContain("perf-dispatch", CommentBody.Of(sized, own), StringComparison.Ordinal);

        List<string> Commands(VerdictDocument judged)
        {
            List<string> commands = [.. CommentBody.Of(judged, own).Split('\n')
                .Where(line => line.StartsWith("scripts/perfmatrix compare ", StringComparison.Ordinal))];
            Assert.True(commands.Count > 1);
            return commands;
        }
    }

    /// <summary>Twice as many also where the policy is one that nobody can count with, because the artifact may say anything.</summary>
    [Theory]
    [InlineData(4.9, 5)]
    [InlineData(9, -100)]
    public void Where_the_size_takes_no_more_rounds_than_there_were_twice_as_many_are_offered(double detectablePercent, double detectPercent)
    {
        var verdict = GateVerdicts.Undecided();
        var body = CommentBody.Of(verdict with
        {
            Policy = verdict.Policy with { DetectPercent = detectPercent },
            Cells = [.. verdict.Cells.Select(cell => cell with { DetectablePercent = detectablePercent })],
        }, Context);

        Assert.Contains(" looks worse, neither confirmed nor excluded.\n", body, StringComparison.Ordinal);
        Assert.Contains(" --rounds 20\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void No_command_asks_for_more_rounds_than_a_comparison_takes()
    {
        var verdict = GateVerdicts.Undecided();
        var many = verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Rounds = 150 })] };

        Assert.Contains(" --rounds 200\n", CommentBody.Of(many, Context), StringComparison.Ordinal);
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
        var body = CommentBody.Of(verdict, Context);

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
        var body = CommentBody.Of(pass with { Outcome = Outcome.Incomplete, Cells = [.. pass.Cells, lost, rare] }, Context);

        Assert.Contains($"- `{lost.Cell}` was measured, and cannot be judged: the [full report](", body, StringComparison.Ordinal);
        Assert.DoesNotContain("run the failed jobs again", body, StringComparison.Ordinal);
        Assert.Contains($"- `{lost.Cell}` GC committed has too few values on both sides to tell.\n", body, StringComparison.Ordinal);
    }

    [Fact]
    public void An_unfit_machine_is_no_failed_job_and_a_lost_one_is()
    {
        var pass = GateVerdicts.Pass();
        var unfit = pass.Cells[0] with { Verdict = Verdict.Unknown, NotMeasured = true, MoreRounds = 3, DetectablePercent = null };
        var body = CommentBody.Of(pass with { Outcome = Outcome.Incomplete, Cells = [unfit, unfit with { Cell = "lost", Rounds = 0 }] }, Context);

        Assert.Contains("Where a machine was unfit, run all jobs again: they get other machines.\n", body, StringComparison.Ordinal);
        Assert.Contains("- `lost` was not measured: run the failed jobs again, or all jobs where none but Verdict failed.\n", body,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_site_is_published_nothing_links_to_one()
    {
        var body = CommentBody.Of(GateVerdicts.Regressed(), Context with { Site = null });
        Assert.DoesNotContain("github.io", body, StringComparison.Ordinal);
        Assert.DoesNotContain("**Base branch:**", body, StringComparison.Ordinal);
    }

    // tests/Site/unit/text.test.ts reads this address as the site does.
    [Fact]
    public void The_address_of_a_trend_keeps_the_commas_of_a_cell_apart_from_those_of_the_list() => Assert.Equal(
        "https://octo.github.io/perf/#/trend?cells=Parse%28Length%3A%2010%5C%2C%20Kind%3A%20A%29/net10.0/server/2c,b&metric=meanTime",
        CommentLinks.Trend("https://octo.github.io/perf/", ["Parse(Length: 10, Kind: A)/net10.0/server/2c", "b", "b"], "meanTime"));

    [Fact]
    public void Cells_come_back_from_an_address_whatever_is_in_their_names()
    {
        var random = new Random(21);
        for (var i = 0; i < 500; i++)
        {
            string[] cells = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Name()).Distinct()];
            var address = CommentLinks.Trend("https://octo.github.io/perf/", cells, "meanTime");
            Assert.Equal(cells, Listed(Uri.UnescapeDataString(address.Split("cells=")[1].Split('&')[0])));
        }

        string Name() => new(random.GetItems<char>(@",\ (:)%&=#+/@C2é", random.Next(1, 12)));

        // As Query.list of the site reads it.
        static IEnumerable<string> Listed(string list) =>
            from Match item in Regex.Matches(list, @"(?:\\[\\,]|[^,])+", RegexOptions.None, TimeSpan.FromSeconds(1))
            select Regex.Replace(item.Value, @"\\([\\,])", "$1", RegexOptions.None, TimeSpan.FromSeconds(1));
    }

    [Fact]
    public void Advice_says_that_it_is_one()
    {
        var verdict = GateVerdicts.Regressed();
        var body = CommentBody.Of(verdict with { Policy = verdict.Policy with { Mode = GateMode.Advise } }, Context);
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
            Cells = [.. verdict.Cells.Select(cell => cell with { Verdict = Verdict.Unknown, NotMeasured = true, Rounds = 0 })],
        };
        Assert.Contains("run the failed jobs again", CommentBody.Of(unmeasured, Context), StringComparison.Ordinal);
        var body = CommentBody.Of(unmeasured with { Unbuilt = "head" }, Context);
        Assert.DoesNotContain("run the failed jobs again", body, StringComparison.Ordinal);
        Assert.Contains("The code of this pull request does not build", body, StringComparison.Ordinal);
    }

    [Fact]
    public void A_pass_is_short() => Approval.Verify(CommentBody.Of(GateVerdicts.Pass(), Context), "pass");

    [Fact]
    public void A_thousand_cells_stay_below_the_limit_and_show_ten_rows()
    {
        var body = CommentBody.Of(GateVerdicts.Thousand(), Context);
        Assert.True(Encoding.UTF8.GetByteCount(body) < CommentBody.Largest);
        Assert.Equal(10, body.Split('\n').Count(line => line.StartsWith("| **worse**", StringComparison.Ordinal)));
        Assert.Contains(
            "more rows are in the [full report](https://github.com/octo/perf/actions/runs/4711/attempts/2)", body, StringComparison.Ordinal);
    }

    [Fact]
    public void Whatever_does_not_fit_is_cut_by_whole_sections()
    {
        var body = CommentBody.Of(GateVerdicts.Regressed(), Context with { Site = "https://example.test/" + new string('x', 70_000) });
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
        var body = CommentBody.Of(hostile, Context);
        Assert.DoesNotContain("evil", body, StringComparison.Ordinal);
        Assert.DoesNotContain("octocat", body, StringComparison.Ordinal);
        Assert.Contains("worse, acknowledged", body, StringComparison.Ordinal);
    }

    [Fact]
    public void What_differs_beside_the_code_is_folded_and_is_never_read_as_anything_else()
    {
        const string evil = "@everyone](https://x.test)`<img src=x>|";
        var body = CommentBody.Of(GateVerdicts.Regressed() with
        {
            Environment = [new(EnvironmentKind.Package, "Dapper", "2.1.35", "2.1.66", ["Shop"]),
                new(EnvironmentKind.Variable, evil, evil, null, [evil])],
        }, Context);

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

    private static IEnumerable<string> Reproductions(params Cell[] cells) =>
        from line in CommentBody.Of(GateVerdicts.WorseIn(cells), Context).Split('\n')
        where line.StartsWith("scripts/perfmatrix compare ", StringComparison.Ordinal)
        select line[line.IndexOf(" --", StringComparison.Ordinal)..];

    [Fact]
    public void Missing_is_loud() => Approval.Verify(CommentBody.WithoutVerdict("the run ended (failure) without a verdict", Context), "missing");

    [Fact]
    public void Nothing_to_compare_with_is_no_failure() =>
    Approval.Verify(CommentBody.OfIntroduction(GateVerdicts.BaseSha, Context), "introduction");
}
