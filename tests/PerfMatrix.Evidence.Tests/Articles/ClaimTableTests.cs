using PerfMatrix.Benchmarks.Articles;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting.Gc;

namespace PerfMatrix.Evidence.Tests.Articles;

public sealed class ClaimTableTests
{
    private const string Empty = $"before\n{ClaimTable.Begin}\nold\n{ClaimTable.End}\nafter\n";

    [Fact]
    public void The_document_has_the_claims_of_the_newest_reports()
    {
        var document = File.ReadAllText(Checkout.File(ClaimTable.Document));

        Assert.True(document == ClaimTable.Update(document, Checkout.Root),
            $"run scripts/benchmark articles claims: {ClaimTable.Document} is not of today");
    }

    /// <summary>A claim that is judged by new rules, or is new, needs its run before it is merged.</summary>
    [Fact]
    public void No_claim_of_the_document_waits_for_its_run() =>
        Assert.DoesNotContain("| waits for its run |", File.ReadAllText(Checkout.File(ClaimTable.Document)), StringComparison.Ordinal);

    [Fact]
    public void Reports_of_committed_runs_are_as_these_runs_make_them()
    {
        foreach (var (path, report) in StoredRuns.Reports(Checkout.Root))
        {
            var committed = File.ReadAllText(Checkout.File($"{path}.md"));
            Assert.True(committed == MarkdownDocument.Format(report), $"run scripts/benchmark articles claims: {path}.md is not of today");
        }
    }

    [Fact]
    public void Folders_of_committed_runs_are_named_after_articles()
    {
        using var root = new TemporaryFolder();
        root.Write($"{StoredRuns.Folder}/2026-11-28/versions/run.json", "{}");

        Assert.StartsWith($"{StoredRuns.Folder}/2026-11-28/versions: expected a name that begins with the number of an article",
            Assert.Throws<PerfMatrix.Shared.UsageException>(() => StoredRuns.Reports(root.Root).Count()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_claim_has_the_verdict_of_the_newest_report_of_the_whole_article_and_otherwise_of_a_part()
    {
        using var root = new TemporaryFolder();
        var report = Report("Baseline", 405.34);
        Write("2026-11-25", report);
        Write("2026-11-26", report.Replace("| allocated by Baseline, .NET 8, MB", "| another claim", StringComparison.Ordinal));
        Write("2026-11-26", Report("WithoutTaskRun", 90), "004-without");
        Write("2026-11-27", Report("WithoutTaskRun", 176.22), "004-without");
        Write("2026-11-27", Report("Baseline", 90), "004-baseline");
        Write("2026-11-27", $"## {Claim.Title}\n\n| peak memory of workstation, MB | 36 | - | - | - | - | not measured here |\n", "000");

        var text = ClaimTable.Update(Empty, root.Root);

        Assert.StartsWith($"before\n{ClaimTable.Begin}\n\n", text, StringComparison.Ordinal);
        Assert.EndsWith($"|\n\n{ClaimTable.End}\nafter\n", text, StringComparison.Ordinal);
        Assert.Contains("| 004 | allocated by Baseline, .NET 8, MB | 405.34 | 405.34 | 1 | - | +0 | reproduced |\n", text, StringComparison.Ordinal);
        Assert.Contains("| 004 | allocated by WithoutTaskRun, .NET 8, MB | 176.22 | 176.22 | 1 | - | +0 | reproduced |\n", text,
            StringComparison.Ordinal);
        Assert.Contains("| 000 | peak memory of workstation, MB | 36 | - | - | - | - | waits for its run |\n", text, StringComparison.Ordinal);
        Assert.Contains("| 003 | over the network ", text, StringComparison.Ordinal);
        Assert.DoesNotContain("another claim", text, StringComparison.Ordinal);

        void Write(string day, string markdown, string name = "004")
        {
            var folder = Directory.CreateDirectory(Path.Combine(root.Root, ClaimTable.Reports, day)).FullName;
            File.WriteAllText(Path.Combine(folder, $"{name}.md"), markdown);
        }

        static string Report(string name, double allocated) => MarkdownDocument.Format(Article.All[^1].Build(
            GcRuns.Of(new() { Rounds = 1 }, (GcRuns.Variant($"async-tasks/{name}", "workstation", "net8.0"), 1,
                new() { ["allocatedPerOperation"] = allocated * Bytes.PerMegabyte, ["meanTime"] = 1e9 })),
            new TimelineFiles([], [])));
    }

    /// <summary>Its name may be that of a claim which was measured once, by rules that are none any more.</summary>
    [Fact]
    public void What_no_run_changes_is_judged_without_a_report()
    {
        const string Old = ".NET 8 allocates less than .NET 7";
        using var root = new TemporaryFolder();
        var folder = Directory.CreateDirectory(Path.Combine(root.Root, ClaimTable.Reports, "2026-11-25")).FullName;
        File.WriteAllText(Path.Combine(folder, "004.md"), $"## {Claim.Title}\n\n| {Old} | 428.21 MB | 1 | 1 | - | - | reproduced |\n");

        var text = ClaimTable.Update(Empty, root.Root);

        Assert.Contains($"| 004 | {Old} | 428.21 to 405.34 MB, ", text, StringComparison.Ordinal);
        Assert.DoesNotContain($"| 004 | {Old} | 428.21 MB | 1 |", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_claim_waits_only_where_a_run_of_the_subset_brings_it()
    {
        var run = ArticleRuns.OfTheSubset();
        var claims = Article.All.SelectMany(article => article.Claims).ToList();

        Assert.Equal(claims.Where(claim => claim.Lacks is not null).Select(claim => claim.What),
            claims.Where(claim => claim.Row(run).Verdict.StartsWith(ClaimRow.NotMeasured, StringComparison.Ordinal)).Select(claim => claim.What));
    }

    /// <summary>Where others can measure it their report counts.</summary>
    [Fact]
    public void What_the_machines_here_lack_is_said_until_a_report_has_it()
    {
        const string Name = "requests/s of the minimal API, .NET 9.0.0 to 9.0.1, %";
        using var root = new TemporaryFolder();

        Assert.Contains($"| 003 | {Name} | +0.0 | - | - | - | - | cannot be shown here because the copy of NuGet ",
            ClaimTable.Update(Empty, root.Root), StringComparison.Ordinal);

        var folder = Directory.CreateDirectory(Path.Combine(root.Root, ClaimTable.Reports, "2026-11-29")).FullName;
        File.WriteAllText(Path.Combine(folder, "003-patches.md"),
            $"## {Claim.Title}\n\n| {Name} | +0.0 | +0.4 | 6 | -0.5 to +1.2 | - | reproduced |\n");

        Assert.Contains($"| 003 | {Name} | +0.0 | +0.4 | 6 | -0.5 to +1.2 | - | reproduced |\n", ClaimTable.Update(Empty, root.Root),
            StringComparison.Ordinal);
    }

    /// <summary>What is explained in part only is not explained. Two claims are judged whatever a run says.</summary>
    [Fact]
    public void A_difference_that_is_explained_in_part_counts_as_unexplained()
    {
        using var root = new TemporaryFolder();
        var folder = Directory.CreateDirectory(Path.Combine(root.Root, ClaimTable.Reports, "2026-11-25")).FullName;
        File.WriteAllText(Path.Combine(folder, "004.md"), $"## {Claim.Title}\n\n"
            + $"| lock contentions in Baseline, .NET 8 | 9,165 | 97 | 1 | - | - | {Claim.Differs($"it is so{Claim.Rest}")} |\n"
            + $"| allocated by Baseline, .NET 8, MB | 405.34 | 1 | 1 | - | -100 | {Claim.Differs("it is so")} |\n");

        var text = ClaimTable.Update(Empty, root.Root);

        Assert.Contains(" 2 differs, 1 reproduced, 1 differs, unexplained.\n", text, StringComparison.Ordinal);
        Assert.Contains("| differs, in part because it is so; the rest is unexplained |", text, StringComparison.Ordinal);
    }

    /// <summary>More rounds may tell, and these do not.</summary>
    [Fact]
    public void A_claim_that_rounds_leave_open_counts_as_one_that_cannot_be_shown_here()
    {
        using var root = new TemporaryFolder();
        var before = Article.All.SelectMany(article => article.Claims)
            .Count(claim => claim.Lacks is not null || claim.Unmeasured.Verdict.StartsWith("cannot be shown here", StringComparison.Ordinal));
        var folder = Directory.CreateDirectory(Path.Combine(root.Root, ClaimTable.Reports, "2026-11-28")).FullName;
        File.WriteAllText(Path.Combine(folder, "003.md"), $"## {Claim.Title}\n\n"
            + $"| an application starts faster on .NET 9 | noticeably | -1.0 % | 6 and 6 | - | - | {Claim.Open} |\n");

        var text = ClaimTable.Update(Empty, root.Root);

        Assert.Contains($", {before + 1} cannot be shown here, 1 reproduced, 1 differs.\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_without_the_marks_is_refused() =>
        Assert.Contains("docs/articles.md: found no lines",
            Assert.Throws<PerfMatrix.Shared.UsageException>(() => ClaimTable.Update("text", "/")).Message,
            StringComparison.Ordinal);

    /// <summary>The report names a dispatch: its form must have these inputs, and a plan must take their values.</summary>
    [Fact]
    public void The_dispatch_that_a_report_names_is_one_that_the_form_and_the_plan_take()
    {
        string[] words = DatasArticle.Dispatch.Split(' ');
        var form = File.ReadAllText(Checkout.File($".github/workflows/{words[3]}")).Split('\n').Select(line => line.Trim()).ToHashSet();
        var inputs = words.Where(word => word.Contains('=', StringComparison.Ordinal)).Select(word => word.Split('='))
            .ToDictionary(input => input[0], input => input[1]);

        Assert.All(inputs.Keys, input => Assert.Contains($"{input}:", form));
        Assert.Equal([inputs["scenario"]], Selection.Resolve(
            MatrixDefinition.Load(Checkout.Root), inputs["subset"], new([inputs["scenario"]])).Scenarios.Select(scenario => scenario.Name));
    }
}
