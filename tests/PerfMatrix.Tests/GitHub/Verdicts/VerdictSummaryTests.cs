using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Verdicts;
using static PerfMatrix.Tests.GitHub.WrittenVerdicts;

namespace PerfMatrix.Tests.GitHub.Verdicts;

public sealed class VerdictSummaryTests
{
    [Fact]
    public void A_summary_of_a_thousand_cells_is_cut_by_whole_tables_with_the_worst_first()
    {
        var verdict = Of(
            [.. Enumerable.Range(0, 12_000).Select(i => Cell($"cell-{i}-{new string('x', 100)}", i < 450 ? Verdict.Worse : Verdict.Same))]);

        var summary = VerdictSummary.Of(verdict, []);

        Assert.InRange(Encoding.UTF8.GetByteCount(summary), VerdictSummary.Budget / 2, VerdictSummary.Budget);
        Assert.StartsWith("## Regressed: ", summary, StringComparison.Ordinal);
        Assert.Contains("**Worse (1 to 200 of 450)**", summary, StringComparison.Ordinal);
        Assert.Contains("**Worse (401 to 450 of 450)**", summary, StringComparison.Ordinal);
        Assert.Matches(
            @"\n\d+ of 61 tables are left out, because GitHub shows no more; verdict.json in the artifact of this job has everything.\n$", summary);
        var rows = summary.Split('\n').Where(line => line.StartsWith("| same", StringComparison.Ordinal)).ToList();
        Assert.Equal(0, rows.Count % 200);
    }

    [Fact]
    public void Thousands_of_problems_do_not_push_the_tables_out()
    {
        var summary = VerdictSummary.Of(Of(Cell("a", Verdict.Worse)), [.. Enumerable.Repeat("Job screen g01 did not report: x.", 5000)]);
        Assert.Contains("**Worse (1)**", summary, StringComparison.Ordinal);
        Assert.Contains("- and more of the same; verdict.json has everything.", summary, StringComparison.Ordinal);
    }

    [Fact]
    public void A_common_shift_is_told_before_the_tables_with_its_machines()
    {
        var verdict = Of(Cell("a", Verdict.Same)) with
        {
            Families = [new("gc server", "throughput", 1.2, 0.8, 1.6, 12, 4), new("runtime net10.0", "throughput", 3, 2, 4, 2, 2),
                new("1 core", "throughput", 0.2, -0.3, 0.6, 12, 4)],
        };

        var summary = VerdictSummary.Of(verdict, []);

        Assert.Contains(
            "\n- Common shift: gc server, Throughput, +1.2 % \\[+0.8 +1.6\\] over 12 cells on 4 machines.\n", summary, StringComparison.Ordinal);
        Assert.Single(summary.Split('\n'), line => line.Contains("Common shift", StringComparison.Ordinal));
    }

    [Fact]
    public void A_runner_that_confirmed_itself_is_one_machine_in_table_and_annotation()
    {
        var verdict = Of(Cell("a", Verdict.Worse) with { Machines = 1 }, Cell("b", Verdict.Worse), Cell("c", Verdict.Same) with
        {
            Machines = 1,
            Stage = Stage.Screen,
        });

        var summary = VerdictSummary.Of(verdict, []);

        Assert.Contains("| 5 on 1 | confirmed |", summary, StringComparison.Ordinal);
        Assert.Contains("| 5 on 2 | confirmed |", summary, StringComparison.Ordinal);
        Assert.Contains("| 5 | confirmed |", summary, StringComparison.Ordinal);
        Assert.Contains("5 rounds on 1 machine: confirmed.", VerdictAnnotations.Of(verdict), StringComparison.Ordinal);
    }

    [Fact]
    public void Annotations_are_one_a_scenario_and_at_most_ten()
    {
        var plan = JobArtifacts.PlanOf([.. Enumerable.Range(0, 36).Select(i => JobArtifacts.Minimal with
        {
            Scenario = $"s{i / 3}", Runtime = $"net{i % 3}.0",
        })]);
        var verdict = Of([.. plan.Cells().Select(cell => Cell(cell.Id, Verdict.Worse))]);

        var lines = VerdictAnnotations.ByScenario(verdict, plan, [], []).TrimEnd('\n').Split('\n');

        Assert.Equal(10, lines.Length);
        Assert.StartsWith("::error title=s0 is worse::Throughput of s0/net0.0/server/2c is worse by +6.0 %25, 5 rounds on the second of 2 "
            + "machines: confirmed. And 2 more; see the summary", lines[0], StringComparison.Ordinal);
        Assert.Equal("::error title=3 more scenarios are worse::See the summary of the job.", lines[^1]);
    }
}
