using PerfMatrix.Gate;
using PerfMatrix.GitHub.Measured;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Tests.GitHub.Measured;

/// <summary>What a pull request could put into the artifacts of its own jobs.</summary>
public sealed class HostileArtifactTests : IDisposable
{
    private readonly JobArtifacts _artifacts = new();
    private readonly ComparisonDocument _good = GateRuns.Comparison(GateRuns.Run("run", 10, JobArtifacts.Minimal), Stage.Screen);

    public HostileArtifactTests() => _artifacts.Screen("g02", JobArtifacts.Controllers);

    public void Dispose() => _artifacts.Dispose();

    [Fact]
    public async Task Texts_become_neither_commands_nor_HTML_nor_Markdown()
    {
        const string evil = "<img src=x onerror=alert(1)> | **bold** [click](https://x.test) @everyone\n::add-mask::x\r\n##[group]y \u001b[31m\u202e";
        _artifacts.Write("screen/screen-g01", _good with
        {
            Warnings = [evil],
            Pairs = [],
            Canaries = [],
            Differences = [],
            NotGating = evil,
            Cells = [_good.Cells[0] with { Missing = evil }],
        });

        Assert.Equal(3, await _artifacts.JudgeAsync());

        foreach (var text in new[] { _artifacts.Summary, _artifacts.Output.ToString(), _artifacts.Error.ToString() })
        {
            Assert.DoesNotContain("<img", text, StringComparison.Ordinal);
            Assert.DoesNotContain("**bold**", text, StringComparison.Ordinal);
            Assert.DoesNotContain("@everyone", text, StringComparison.Ordinal);
            Assert.DoesNotContain("\u001b", text, StringComparison.Ordinal);
            Assert.DoesNotContain("\u202e", text, StringComparison.Ordinal);
            Assert.DoesNotContain("##[", text, StringComparison.Ordinal);
            Assert.All(text.Split('\n'), line => Assert.DoesNotMatch(@"^\s*::(?!warning title=(Incomplete|Unknown verdicts)::)", line));
        }
    }

    [Fact]
    public async Task A_text_of_a_megabyte_is_cut()
    {
        _artifacts.Write("screen/screen-g01", _good with { Warnings = [.. Enumerable.Repeat(new string('x', 1 << 20), 30)] });
        Assert.Equal(0, await _artifacts.JudgeAsync());
        Assert.InRange(new FileInfo(_artifacts["out/verdict.json"]).Length, 1, 50_000);
    }

    [Fact]
    public async Task A_link_out_of_the_folder_is_not_followed()
    {
        await File.WriteAllTextAsync(_artifacts["outside.json"], ComparisonDocument.File.Format(_good));
        Directory.CreateDirectory(_artifacts["screen/screen-g01"]);
        File.CreateSymbolicLink(_artifacts["screen/screen-g01/comparison.json"], _artifacts["outside.json"]);
        await RefusedAsync("screen-g01: found a link");
    }

    [Fact]
    public async Task A_huge_file_is_not_read()
    {
        _artifacts.Write("screen/screen-g01", "");
        using (var file = File.OpenWrite(_artifacts["screen/screen-g01/comparison.json"])) file.SetLength(ArtifactReader.LargestFile + 1);
        await RefusedAsync("has 64 MiB, at most 64 MiB were expected");
    }

    [Theory]
    [InlineData("", "not a comparison")]
    [InlineData("null", "not a comparison")]
    [InlineData("[]", "not a comparison")]
    [InlineData("{ \"schemaVersion\": 9 }", "schemaVersion is 9")]
    [InlineData("{ \"schemaVersion\": 1 }", "not a comparison")]
    public async Task Damaged_JSON_is_named(string text, string message)
    {
        _artifacts.Write("screen/screen-g01", text);
        await RefusedAsync(message);
    }

    [Fact]
    public async Task Nesting_without_end_is_damage()
    {
        _artifacts.Write("screen/screen-g01", "{ \"schemaVersion\": 1, \"cells\": " + new string('[', 100_000));
        await RefusedAsync("not a comparison");
    }

    [Fact]
    public async Task A_null_in_a_list_is_damage()
    {
        _artifacts.Write(
            "screen/screen-g01", ComparisonDocument.File.Format(_good).Replace("\"warnings\": []", "\"warnings\": [null]", StringComparison.Ordinal));
        await RefusedAsync("found null in a list");
    }

    [Fact]
    public async Task A_number_that_no_measurement_gives_is_refused()
    {
        _artifacts.Write("screen/screen-g01", _good with { Pairs = [_good.Pairs[0] with { Rounds = [new(1, 1, 1, -1e300)] }] });
        await RefusedAsync("that is no number of a measurement");
        _artifacts.Write("screen/screen-g01", ComparisonDocument.File.Format(_good with
        {
            Pairs = [_good.Pairs[0] with { Rounds = [new(1, 1, 123456, 0)] }],
        }).Replace("123456", "1e999", StringComparison.Ordinal));
        await RefusedAsync("that is no number of a measurement");
    }

    [Fact]
    public async Task Cells_of_another_job_other_commits_or_another_stage_are_refused()
    {
        _artifacts.Write("screen/screen-g01",
            GateRuns.Comparison(GateRuns.Run("run", 10, JobArtifacts.Minimal, JobArtifacts.Controllers), Stage.Screen));
        await RefusedAsync("found cell hello-controllers/net10.0/server/2c, which its job does not measure");
        _artifacts.Write("screen/screen-g01", _good with { Head = new("head", "other") });
        await RefusedAsync("was measured with head other, the plan has head-sha");
        _artifacts.Write("screen/screen-g01", _good with { Base = new("base", "other") });
        await RefusedAsync("was measured with base other, the plan has base-sha");
        _artifacts.Write("screen/screen-g01", _good with { Runs = [_good.Runs[0] with { Stage = Stage.Confirm }] });
        await RefusedAsync("found stage Confirm, Screen was expected");
        _artifacts.Write("screen/screen-g01", _good with { Runs = [_good.Runs[0], _good.Runs[0] with { Id = "second" }] });
        await RefusedAsync("found 2 runs, one was expected");
    }

    [Fact]
    public async Task Metrics_and_rounds_that_there_are_not_are_refused()
    {
        _artifacts.Write("screen/screen-g01", _good with { Pairs = [_good.Pairs[0] with { Metric = "made-up" }] });
        await RefusedAsync("found metric made-up, which there is not");
        _artifacts.Write("screen/screen-g01", _good with
        {
            Pairs = [_good.Pairs[0] with { Rounds = [.. Enumerable.Range(1, 2000).Select(round => new PairRound(round, 1, 1, 0))] }],
        });
        await RefusedAsync("found 2000 pairs");
        _artifacts.Write("screen/screen-g01", _good with { Pairs = [_good.Pairs[0], _good.Pairs[0]] });
        await RefusedAsync("twice");
        _artifacts.Write("screen/screen-g01", _good with { Pairs = [_good.Pairs[0] with { Rounds = [new(1, 1, 1, 0), new(1, 1, 1, 0)] }] });
        await RefusedAsync("found a round of hello-minimal/net10.0/server/2c twice");
    }

    /// <summary>Any job of a run may upload under the name of another job's artifact; what a job said in its outputs stays.</summary>
    [Theory]
    [InlineData("comparison.json", false)]
    [InlineData("comparison.json", true)] // with a list of its own
    [InlineData("SHA256SUMS", false)]
    [InlineData("why.json", true)]
    public async Task What_somebody_put_in_the_place_of_an_artifact_is_refused(string file, bool isResealed)
    {
        _artifacts.Write("screen/screen-g01", _good);
        var (first, second) = (_artifacts.Seal("screen/screen-g01"), _artifacts.Seal("screen/screen-g02"));
        var seals = $$"""{ "seal-1": "{{first}}", "seal-2": "{{second}}", "seal-3": "" }""";
        Assert.Equal(0, await _artifacts.JudgeAsync("--screen-seals", seals));
        Assert.DoesNotContain(_artifacts.Verdict.Warnings, warning => warning.Contains("hash", StringComparison.Ordinal));

        await File.AppendAllTextAsync(_artifacts[$"screen/screen-g01/{file}"], " ", TestContext.Current.CancellationToken);
        if (isResealed) _artifacts.Seal("screen/screen-g01");

        await RefusedAsync("is not what the job has written, so it was replaced", "--screen-seals", seals);
    }

    [Fact]
    public async Task A_file_that_a_sealed_job_did_not_write_is_not_read()
    {
        _artifacts.Write("screen/screen-g01", _good);
        var seals = $$"""{ "seal-1": "{{_artifacts.Seal("screen/screen-g01")}}" }""";
        await File.WriteAllTextAsync(_artifacts["screen/screen-g01/why.json"], "{}", TestContext.Current.CancellationToken);

        await RefusedAsync("screen-g01/why.json: is not what the job has written", "--screen-seals", seals);
    }

    /// <summary>The jobs that build head upload nothing before a job has measured, and a job that measured nothing leaves no hash.</summary>
    [Theory]
    [InlineData("\"seal-1\": \"\", ")]
    [InlineData("")]
    public async Task What_lies_under_the_name_of_a_job_that_said_no_hash_is_not_its_own(string none)
    {
        _artifacts.Write("screen/screen-g01", _good);

        await RefusedAsync("screen-g01: its job handed on no hash, so somebody else may have left these files; run all jobs again",
            "--screen-seals", $$"""{ {{none}}"seal-2": "{{_artifacts.Seal("screen/screen-g02")}}" }""");
    }

    /// <summary>A port among the variables may be a part of any hash, and the runner hands on no output that has a hidden value in it.</summary>
    [Fact]
    public async Task Hashes_are_handed_on_in_pieces()
    {
        _artifacts.Write("screen/screen-g01", _good);
        string Pieces(string folder) => string.Join('~', _artifacts.Seal(folder).Chunk(3).Select(piece => new string(piece)));
        var seals = $$"""{ "seal-1": "{{Pieces("screen/screen-g01")}}", "seal-2": "{{Pieces("screen/screen-g02")}}" }""";

        Assert.Equal(0, await _artifacts.JudgeAsync("--screen-seals", seals));

        await File.AppendAllTextAsync(_artifacts["screen/screen-g01/comparison.json"], " ", TestContext.Current.CancellationToken);
        await RefusedAsync("is not what the job has written", "--screen-seals", seals);
    }

    [Fact]
    public async Task Where_nothing_is_handed_on_of_a_whole_stage_it_is_said()
    {
        _artifacts.Write("screen/screen-g01", _good);

        Assert.Equal(0, await _artifacts.JudgeAsync("--screen-seals", "null"));

        Assert.Equal("No hash of what screen g01, g02 measured was handed on, so nobody would see whether it was replaced.", Assert.Single(
            _artifacts.Verdict.Warnings, warning => warning.Contains("hash", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Outputs_that_are_no_object_are_wrong_usage()
    {
        Assert.Equal(2, await _artifacts.JudgeAsync("--confirm-seals", "[]"));
        Assert.Contains("--confirm-seals: found '[]', expected outputs such as", _artifacts.Error.ToString(), StringComparison.Ordinal);
    }

    private async Task RefusedAsync(string message, params string[] options)
    {
        Assert.Equal(3, await _artifacts.JudgeAsync(options));
        Assert.Contains(message, _artifacts.Verdict.Warnings[0], StringComparison.Ordinal);
        Assert.StartsWith("Job screen g01 did not report: ", _artifacts.Verdict.Warnings[0], StringComparison.Ordinal);
    }
}
