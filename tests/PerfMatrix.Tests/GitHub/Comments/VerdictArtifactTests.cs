using System.Text.Json.Nodes;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Comments;

public sealed class VerdictArtifactTests
{
    [Fact]
    public void The_verdict_of_the_real_gate_is_taken() =>
        Assert.Equal(Outcome.Regressed, VerdictArtifact.Read(GateVerdicts.Archive(GateVerdicts.Regressed()), GateVerdicts.HeadSha).Outcome);

    [Theory]
    [InlineData("<img src=x onerror=alert(1)>")]
    [InlineData("@octocat")]
    [InlineData("a`</td>")]
    [InlineData("a|b")]
    [InlineData("[click](https://example.test)")]
    [InlineData("a\nb")]
    [InlineData("$(rm -rf .)")]
    [InlineData("")]
    public void A_name_that_has_not_the_form_of_one_is_refused(string name)
    {
        Refused(verdict => verdict["cells"]![0]!["cell"] = name, "have not the form of names");
        Refused(verdict => verdict["cells"]![0]!["metric"] = name, "have not the form of names");
    }

    [Fact]
    public void Impossible_numbers_are_refused()
    {
        Refused(verdict => verdict["cells"]![0]!["effectPercent"] = 1e300, "impossible numbers");
        Refused(verdict => verdict["cells"]![0]!["detectablePercent"] = 1e300, "impossible numbers");
        Refused(verdict => verdict["cells"]![0]!["rounds"] = -5, "impossible numbers");
        Refused(verdict => verdict["cells"]![0]!["effectPercent"] = "NaN", "not a verdict");
    }

    /// <summary>It explains the verdict and is no part of it.</summary>
    [Theory]
    [InlineData("Orders.Total", 2e6, true)]
    [InlineData("Orders.Total", 1e300, false)]
    [InlineData("", 2e6, false)]
    [InlineData(null, 2e6, false)]
    public void A_cause_that_cannot_be_takes_no_verdict_away(string? method, double amount, bool isKept)
    {
        var cause = new VerdictCause { Method = method, PerRequest = amount, Low = amount, High = amount };
        var verdict = GateVerdicts.Regressed();
        var read = VerdictArtifact.Read(
            GateVerdicts.Archive(verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Cause = cause })] }), verdict.Head!.Sha!);

        Assert.Equal(verdict.Cells.Count, read.Cells.Count);
        Assert.All(read.Cells, cell => Assert.Equal(isKept, cell.Cause is not null));
    }

    [Fact]
    public void An_explanation_beside_the_verdict_is_taken_with_it()
    {
        var verdict = GateVerdicts.Regressed();
        var why = VerdictArtifact.Explanation(GateVerdicts.Archive(verdict, WhyDocument.File.Format(GateVerdicts.Why(verdict))), verdict)!;

        Assert.Equal("Orders.Total", Assert.Single(Assert.Single(why.Cells).Cpu).Method);
        Assert.Null(VerdictArtifact.Explanation(GateVerdicts.Archive(verdict), verdict));
    }

    /// <summary>It explains the verdict and is no part of it.</summary>
    [Theory]
    [InlineData("sha")]
    [InlineData("cell")]
    [InlineData("number")]
    [InlineData("size")]
    [InlineData("twice")]
    [InlineData("null")]
    [InlineData("{")]
    public void An_explanation_that_cannot_be_takes_no_verdict_away(string fault)
    {
        var verdict = GateVerdicts.Regressed();
        var why = GateVerdicts.Why(verdict);
        var json = fault switch
        {
            "sha" => WhyDocument.File.Format(why with { Head = new("head", new string('f', 40)) }),
            "cell" => WhyDocument.File.Format(why with { Cells = [why.Cells[0] with { Cell = "<b>" }] }),
            "number" => WhyDocument.File.Format(why with { Cells = [why.Cells[0] with { Unattributed = 1e300 }] }),
            "size" => WhyDocument.File.Format(why with { Warnings = [new string('x', WhyDocument.Largest)] }),
            _ => fault,
        };
        var archive = fault == "twice"
            ? GitHubWorld.Zip(("verdict.json", VerdictDocument.File.Format(verdict)), ("why.json", "{}"), ("why.json", "{}"))
            : GateVerdicts.Archive(verdict, json);

        Assert.Null(VerdictArtifact.Explanation(archive, VerdictArtifact.Read(archive, GateVerdicts.HeadSha)));
    }

    [Fact]
    public void A_verdict_about_another_commit_is_refused() =>
    Refused(verdict => verdict["head"]!["sha"] = new string('f', 40), "is about commit ffffffff");

    [Fact]
    public void A_verdict_on_the_merge_commit_counts_for_the_commit_of_the_branch_that_it_names()
    {
        var verdict = GateVerdicts.Regressed() with
        {
            Head = new("merge", new string('f', 40)),
            PullRequest = new(7, GateVerdicts.HeadSha, GateVerdicts.BaseSha),
        };

        Assert.Equal(Outcome.Regressed, VerdictArtifact.Read(GateVerdicts.Archive(verdict), GateVerdicts.HeadSha).Outcome);
        Refused(other => other["pullRequest"] = new JsonObject
        {
            ["number"] = 7,
            ["headSha"] = new string('e', 40),
            ["baseSha"] = null,
        }, "is about commit eeeeeeee");
    }

    [Fact]
    public void A_pass_with_a_regression_in_it_is_refused() => Refused(verdict => verdict["outcome"] = "pass", "says pass and names a regression");

    [Fact]
    public void A_pass_that_judged_nothing_is_refused()
    {
        Refused(verdict => (verdict["outcome"], verdict["cells"]) = ("pass", new JsonArray()), "says pass and has judged nothing");
        Refused(
            verdict =>
            {
                verdict["outcome"] = "pass";
                foreach (var cell in verdict["cells"]!.AsArray()) cell!["gates"] = false;
            },
            "says pass and has judged nothing");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_verdict_that_names_no_commit_is_refused(bool hasPullRequest) => Refused(
        verdict =>
        {
            verdict["head"]!["sha"] = null;
            verdict["pullRequest"] = hasPullRequest ? new JsonObject { ["number"] = 7, ["headSha"] = null, ["baseSha"] = null } : null;
        },
        "names no commit, the run was about 01234567");

    [Fact]
    public void Missing_parts_are_refused()
    {
        Refused(verdict => verdict["cells"] = null, "not a verdict");
        Refused(verdict => verdict["policy"] = null, "not a verdict");
        foreach (var list in new[] { "cells", "axes", "families" })
            Refused(verdict => verdict[list]!.AsArray().Add(null), "found null in a list");
        Refused(verdict => verdict["schemaVersion"] = 99, "schemaVersion is 99");
    }

    [Theory]
    [InlineData("attempted", "", "the run ended without a verdict")]
    [InlineData("verdict.json", "{", "not a verdict")]
    [InlineData("verdict.json", "[[[[", "not a verdict")]
    [InlineData("verdict.json", "null", "not a verdict")]
    public void What_is_no_verdict_is_refused(string path, string content, string expected) =>
        Assert.Contains(expected, Assert.Throws<ArtifactException>(
            () => VerdictArtifact.Read(GitHubWorld.Zip((path, content)), GateVerdicts.HeadSha)).Message, StringComparison.Ordinal);

    [Fact]
    public void Deep_nesting_is_refused() =>
        Assert.Throws<ArtifactException>(() => VerdictArtifact.Read(
            GitHubWorld.Zip(("verdict.json", $$"""{"schemaVersion":1,"x":{{new string('[', 100_000)}}""")), GateVerdicts.HeadSha));

    /// <summary>Whatever comes, it is a verdict or a refusal with one line; nothing else is thrown.</summary>
    [Fact]
    public void No_mutation_of_a_verdict_gets_through_as_anything_else()
    {
        var text = VerdictDocument.File.Format(GateVerdicts.Regressed());
        string[] spices = ["<b>", "@x", "null", "1e400", "-1", "{", "]", "\"", "\\u0000", "\ud800", "../", "999999999999", "[[", "NaN"];
        for (var seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            var at = random.Next(text.Length);
            var mutated = text[..at] + spices[random.Next(spices.Length)] + text[Math.Min(text.Length, at + random.Next(12))..];
            try
            {
                var verdict = VerdictArtifact.Read(GitHubWorld.Zip(("verdict.json", mutated)), GateVerdicts.HeadSha);
                Assert.All(
                    verdict.Cells, cell => Assert.DoesNotContain(cell.Cell + cell.Metric, c => c is '<' or '`' or '|' or '"' or '\\' or '$' or '\n'));
            }
            catch (ArtifactException refusal)
            {
                Assert.DoesNotContain('\n', refusal.Message);
            }
        }
    }

    [Fact]
    public void No_mutation_of_an_archive_throws_anything_else()
    {
        var archive = GateVerdicts.Archive(GateVerdicts.Regressed());
        for (var seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            var mutated = (byte[])archive.Clone();
            for (var flip = 0; flip < 3; flip++) mutated[random.Next(mutated.Length)] = (byte)random.Next(256);
            try
            {
                VerdictArtifact.Read(mutated[..random.Next(mutated.Length / 2, mutated.Length + 1)], GateVerdicts.HeadSha);
            }
            catch (ArtifactException refusal)
            {
                Assert.DoesNotContain('\n', refusal.Message);
            }
        }
    }

    private static void Refused(Action<JsonNode> change, string expected)
    {
        var verdict = JsonNode.Parse(VerdictDocument.File.Format(GateVerdicts.Regressed()))!;
        change(verdict);
        var problem = Assert.Throws<ArtifactException>(
            () => VerdictArtifact.Read(GitHubWorld.Zip(("verdict.json", verdict.ToJsonString())), GateVerdicts.HeadSha));
        Assert.Contains(expected, problem.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', problem.Message);
    }
}
