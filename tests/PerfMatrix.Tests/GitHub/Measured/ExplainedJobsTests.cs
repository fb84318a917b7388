using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Tests.GitHub.Measured;

/// <summary>The causes that confirming jobs leave in their artifacts, and what a pull request could write there.</summary>
public sealed class ExplainedJobsTests : IDisposable
{
    private static readonly string s_cell = JobArtifacts.Minimal.Cell.Id;

    private static readonly WhyDocument s_why = new()
    {
        Base = new("main", "base-sha"),
        Head = new("the change", "head-sha"),
        Cells =
        [
            new()
            {
                Cell = s_cell,
                Rounds = 5,
                BaseCpuPerRequest = 12,
                CpuDifference = new(0.7, 0.6, 0.8),
                Unattributed = 0.09,
                Cpu = [new("Orders.Total", "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, "src/Orders.cs", 42)],
            },
        ],
    };

    private readonly JobArtifacts _artifacts = new();

    public ExplainedJobsTests()
    {
        _artifacts.Screen("g01", JobArtifacts.SlowMinimal);
        _artifacts.Screen("g02", JobArtifacts.Controllers);
        _artifacts.Confirm("c01", JobArtifacts.SlowMinimal);
    }

    private string WhyPath => _artifacts["out/why.json"];

    public void Dispose() => _artifacts.Dispose();

    [Fact]
    public async Task The_cause_is_in_the_verdict_its_summary_and_a_document_beside_it()
    {
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why));

        Assert.Equal(1, await _artifacts.JudgeAsync());

        var causes = _artifacts.Verdict.Cells.Where(cell => cell is { Cell: var id, Verdict: Verdict.Worse } && id == s_cell).ToList();
        Assert.NotEmpty(causes);
        var cause = new VerdictCause { Method = "Orders.Total", PerRequest = 0.61, Low = 0.5, High = 0.7, Total = 0.7, Unattributed = 0.09 };
        Assert.All(causes, cell => Assert.Equal(cause, cell.Cause));
        Assert.Contains("Cause: Orders.Total +0.61 us \\[+0.50 +0.70\\] of +0.70 us CPU per request.\n", _artifacts.Summary,
            StringComparison.Ordinal);
        Assert.Equal(s_cell, Assert.Single(WhyDocument.File.Read(WhyPath).Cells).Cell);
        Assert.DoesNotContain(_artifacts.Verdict.Warnings, warning => warning.Contains("why.json", StringComparison.Ordinal));
    }

    /// <summary>The comment shows the first three, and where there is no room it is the last that is left out.</summary>
    [Fact]
    public async Task What_changed_most_is_explained_first_whichever_job_looked_at_it()
    {
        var slower = JobArtifacts.Controllers with { EffectPercent = 9 };
        _artifacts.Screen("g02", slower);
        _artifacts.Confirm("c02", slower);
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why));
        _artifacts.Explain("c02", WhyDocument.File.Format(s_why with { Cells = [s_why.Cells[0] with { Cell = slower.Cell.Id }] }));

        Assert.Equal(1, await _artifacts.JudgeAsync());

        Assert.Equal([slower.Cell.Id, s_cell], WhyDocument.File.Read(WhyPath).Cells.Select(cell => cell.Cell));
    }

    [Fact]
    public async Task A_cause_that_there_is_no_room_for_changes_neither_verdict_nor_exit_code()
    {
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why));
        Directory.CreateDirectory(WhyPath);

        Assert.Equal(1, await _artifacts.JudgeAsync());

        Assert.Contains(_artifacts.Verdict.Cells, cell => cell is { Verdict: Verdict.Worse, Cause.Method: "Orders.Total" });
        Assert.Contains("::warning title=Cause::", _artifacts.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_differs_beside_the_code_is_one_table_of_all_jobs_and_its_names_are_cleaned()
    {
        const string evil = "x\n::error::y";
        var screen = GateRuns.Comparison(GateRuns.Run("run-g01", 10, JobArtifacts.SlowMinimal), Stage.Screen);
        _artifacts.Write("screen/screen-g01", screen with
        {
            Environment = [new(EnvironmentKind.Package, "Dapper", "2.1.35", "2.1.66", ["Shop"]),
                new(EnvironmentKind.Variable, evil, evil, null, [evil])],
        });

        await _artifacts.JudgeAsync();

        Assert.Equal(2, _artifacts.Verdict.Environment!.Count);
        Assert.Contains("**2 things beside the code differ.**\n\n| What | Name | Base | Head | Of |", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains("| package | Dapper | 2.1.35 | 2.1.66 | Shop |", _artifacts.Summary, StringComparison.Ordinal);
        Assert.DoesNotContain("::error", _artifacts.Summary, StringComparison.Ordinal);
        Assert.DoesNotContain("\n::error", _artifacts.Verdict.Environment[1].Name, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_explanation_was_left_that_is_said_and_nothing_is_written()
    {
        await UnexplainedAsync("the job that confirmed it left no explanation that can be used; its time was up, it was interrupted, it had larger "
            + "changes to explain, or by itself it found no change");
        Assert.False(File.Exists(WhyPath));
    }

    [Fact]
    public async Task What_is_better_and_was_not_to_be_confirmed_lacks_no_explanation()
    {
        await File.AppendAllTextAsync(_artifacts["crank/gate.yml"], "improvements: false\n");
        _artifacts.Screen("g01", JobArtifacts.Minimal with { EffectPercent = -6 });
        Directory.Delete(_artifacts["confirm"], recursive: true);

        Assert.Equal(0, await _artifacts.JudgeAsync());

        Assert.Contains(_artifacts.Verdict.Cells, cell => cell is { Gates: true, Verdict: Verdict.Better, Metric: "throughput" });
        Assert.DoesNotContain("explained", _artifacts.Error.ToString() + string.Concat(_artifacts.Verdict.Warnings), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0), it is compiled to native code, "
        + "or it has ended (no socket)")]
    [InlineData("0 of 5 traced rounds were good, 3 are needed", "5 traced rounds left out: hello-minimal: The application died")]
    [InlineData("2 of 5 traced rounds were good, 3 are needed", "perf is not installed.",
        "3 traced rounds left out: its trace became larger than 48 MB")]
    [InlineData("it took longer than 90 seconds")]
    public async Task A_cell_that_could_not_be_explained_says_why_as_annotation_and_in_the_summary_and_the_verdict_stands(string problem,
        params string[] notes)
    {
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why with { Cells = [new() { Cell = s_cell, Problem = problem, Notes = notes }] }));

        await UnexplainedAsync(string.Join("; ", notes.Select(note => note.TrimEnd('.')).Prepend(problem)));
        Assert.Equal(problem, Assert.Single(WhyDocument.File.Read(WhyPath).Cells).Problem);
    }

    [Fact]
    public async Task A_reason_of_a_stranger_is_cut_and_is_no_command()
    {
        const string evil = "x\n::error::y\u001b\u202e<script>";
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why with
        {
            Cells = [new() { Cell = s_cell, Problem = evil + new string('p', 5_000),
                Notes = [.. Enumerable.Repeat(evil + new string('n', 5_000), 20)] }],
        }));

        Assert.Equal(1, await _artifacts.JudgeAsync());

        var annotation = Assert.Single(_artifacts.Error.ToString().Split('\n'), line => line.Contains("Not explained", StringComparison.Ordinal));
        Assert.StartsWith("::warning title=Not explained::", annotation, StringComparison.Ordinal);
        Assert.InRange(annotation.Length, 400, 2_000);
        Assert.DoesNotContain("::error::y", _artifacts.Error.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("<script>", _artifacts.Summary, StringComparison.Ordinal);
        Assert.DoesNotContain("\u202e", _artifacts.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Names_of_a_stranger_are_cut_and_cleaned()
    {
        const string evil = "x\n::error::y\u001b\u202e";
        var method = s_why.Cells[0].Cpu[0] with { Method = evil + new string('m', 1000), File = evil };
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why with
        {
            Warnings = [evil],
            Cells = [s_why.Cells[0] with { Cpu = [method], Notes = [evil], Flame = new([evil], [new(0, -1, 1, 1)]) }],
        }));

        Assert.Equal(1, await _artifacts.JudgeAsync());

        var cell = WhyDocument.File.Read(WhyPath).Cells[0];
        Assert.InRange(cell.Cpu[0].Method.Length, 190, 210);
        Assert.All([cell.Cpu[0].Method, cell.Cpu[0].File!, cell.Notes[0], cell.Flame!.Names[0], _artifacts.Summary.ReplaceLineEndings(" ")], text =>
        {
            Assert.DoesNotContain("::error", text, StringComparison.Ordinal);
            Assert.DoesNotContain(text, char.IsControl);
            Assert.DoesNotContain("\u202e", text, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData("\"sha\":\"head-sha\"", "\"sha\":\"other\"", "is about other commits")]
    [InlineData("hello-minimal/net10.0/server/2c", "hello-controllers/net10.0/server/2c",
        "found cell hello-controllers/net10.0/server/2c, which its job does not measure")]
    [InlineData("\"perRequest\":0.61", "\"perRequest\":1e999", "found a number that no trace gives")]
    [InlineData("\"notes\":[]", "\"notes\":[null]", "found null in a list")]
    [InlineData("\"schemaVersion\": 1", "\"schemaVersion\": 9", "schemaVersion is 9")]
    public async Task A_file_that_contradicts_the_plan_is_left_out_and_said_and_the_verdict_stands(string found, string replacement, string message)
    {
        var text = WhyDocument.File.Format(s_why);
        Assert.Contains(found, text, StringComparison.Ordinal);
        _artifacts.Explain("c01", text.Replace(found, replacement, StringComparison.Ordinal));
        await LeftOutAsync(message);
    }

    [Fact]
    public async Task A_file_that_is_too_large_is_not_read()
    {
        _artifacts.Explain("c01", WhyDocument.File.Format(s_why) + new string(' ', WhyDocument.Largest));
        await LeftOutAsync("at most 300,000 were expected");
    }

    [Fact]
    public async Task A_link_out_of_the_folder_is_not_followed()
    {
        await File.WriteAllTextAsync(_artifacts["outside.json"], WhyDocument.File.Format(s_why));
        File.CreateSymbolicLink(_artifacts["confirm/confirm-c01/why.json"], _artifacts["outside.json"]);
        await LeftOutAsync("found a link");
    }

    private async Task UnexplainedAsync(string reason)
    {
        var sentence = $"{s_cell}: not explained: {reason}. The verdict stands.";
        Assert.Equal(1, await _artifacts.JudgeAsync());
        Assert.Contains(sentence, _artifacts.Verdict.Warnings);
        Assert.Contains($"::warning title=Not explained::{sentence}\n", _artifacts.Error.ToString(), StringComparison.Ordinal);
        Assert.Contains($"- {MarkdownText.Escape(sentence)}\n", _artifacts.Summary, StringComparison.Ordinal);
        Assert.Contains(_artifacts.Verdict.Cells, cell => cell is { Cell: var id, Verdict: Verdict.Worse, Cause: null } && id == s_cell);
    }

    private async Task LeftOutAsync(string message)
    {
        Assert.Equal(1, await _artifacts.JudgeAsync());
        Assert.Contains(_artifacts.Verdict.Warnings, warning =>
            warning.StartsWith("confirm-c01: left out its why.json: ", StringComparison.Ordinal)
                && warning.Contains(message, StringComparison.Ordinal));
        Assert.All(_artifacts.Verdict.Cells, cell => Assert.Null(cell.Cause));
        Assert.False(File.Exists(WhyPath));
    }
}
