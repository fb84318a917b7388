using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.Results;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class GateCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly TestConsole _console = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();
    private readonly Dictionary<string, string> _environment = [];

    public GateCommandTests()
    {
        Directory.CreateDirectory(_folder["crank"]);
        foreach (var file in new[] { "matrix.yml", "gate.yml", "acknowledged.yml" })
            File.Copy(Checkout.File($"crank/{file}"), _folder[$"crank/{file}"]);
        Write("screen", GateRuns.Run("20261121-a", 7, GateRuns.Unchanged, GateRuns.Slower));
        for (var machine = 1; machine <= 3; machine++)
            Write($"confirm-{machine}", GateRuns.Run($"20261121-c{machine}", 6, GateRuns.Slower).On($"fresh-{machine}"));
    }

    private IEnumerable<string> Fresh => Enumerable.Range(1, 3).Select(machine => _folder[$"confirm-{machine}"]);

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Stage_1_writes_the_suspects_and_fails_nothing()
    {
        Assert.Equal(0, Invoke(_folder["screen"], "--stage", "screen"));
        Assert.Equal("hello-minimal/net10.0/server/2c", Assert.Single(SuspectsDocument.File.Read(_folder["screen/suspects.json"]).Suspects).Id);
        Assert.Contains("Screened: 1 cell is suspect; measure it again, 6 rounds on each of 3 machines.", _console.Output, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["screen/verdict.json"]));
        Assert.Contains("\"suspicion\": \"worse\"", File.ReadAllText(_folder["screen/suspects.json"]), StringComparison.Ordinal);
    }

    [Fact]
    public void Stage_2_judges_the_documents_of_both_stages()
    {
        Assert.Equal(1, Invoke([_folder["screen"], "--stage", "confirm", "--confirm", .. Fresh]));
        Approval.Verify(_console.Output, "terminal");
        Assert.Equal(Outcome.Regressed, VerdictDocument.File.Read(_folder["screen/verdict.json"]).Outcome);
    }

    [Fact]
    public void Comparisons_of_other_jobs_give_the_same_verdict_as_their_runs()
    {
        Assert.Equal(1, Invoke([_folder["screen"], "--json", "--confirm", .. Fresh]));
        var fromRuns = _output.ToString();
        _output.GetStringBuilder().Clear();
        ComparisonDocument.File.Write(_folder["s.json"], GateRuns.Comparison(RunDocument.File.Read(_folder["screen/run.json"])));
        ComparisonDocument.File.Write(_folder["c.json"],
            RunComparison.OfSides([.. Fresh.Select(path => new StagedRun(RunDocument.File.Read(path + "/run.json"), Stage.Confirm))]));
        Assert.Equal(1, Invoke(_folder["s.json"], _folder["c.json"], "--json"));
        Assert.Equal(fromRuns, _output.ToString());
    }

    [Fact]
    public void Without_fresh_rounds_a_suspect_is_unknown_and_the_gate_incomplete()
    {
        Assert.Equal(3, Invoke(_folder["screen"]));
        Assert.Contains("Incomplete, this is not a pass", _console.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_worse_is_a_pass()
    {
        Write("good", GateRuns.Run("20261121-g", 7, GateRuns.Unchanged));
        Assert.Equal(0, Invoke(_folder["good"]));
        Assert.StartsWith("Pass: 3 verdicts, 3 the same.", _console.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_is_a_table_with_the_worst_first()
    {
        Assert.Equal(1, Invoke([_folder["screen"], "--format", "markdown", "--confirm", .. Fresh]));
        Approval.Verify(_output.ToString(), "markdown");
    }

    [Fact]
    public void Json_is_the_verdict_document()
    {
        Assert.Equal(1, Invoke([_folder["screen"], "--json", "--out", _folder["elsewhere"], "--confirm", .. Fresh]));
        Assert.Equal("regressed", JsonElement.Parse(_output.ToString()).GetProperty("outcome").GetString());
        Assert.Equal(_output.ToString(), File.ReadAllText(_folder["elsewhere/verdict.json"]));
    }

    [Fact]
    public void On_GitHub_a_regression_is_an_annotation()
    {
        Invoke([_folder["screen"], "--json", "--confirm", .. Fresh]);
        Assert.Empty(_error.ToString());
        _environment["GITHUB_ACTIONS"] = "true";
        Invoke([_folder["screen"], "--json", "--confirm", .. Fresh]);
        Assert.StartsWith("::error title=hello-minimal/net10.0/server/2c%3A throughput is worse::throughput of hello-minimal/net10.0/server/2c is "
            + "worse by +6.0 %25 [", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void An_acknowledged_regression_passes_and_is_shown()
    {
        Acknowledge("2026-11-21");
        Assert.Equal(0, Invoke([_folder["screen"], "--confirm", .. Fresh]));
        Assert.Contains("worse, known", _console.Output, StringComparison.Ordinal);
        Assert.Contains("acknowledged: new header", _console.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void An_expired_acknowledgement_is_an_error()
    {
        Acknowledge("2026-11-20");
        var error = Assert.Throws<UsageException>(() => Invoke([_folder["screen"], "--confirm", .. Fresh]));
        Assert.StartsWith(
            "crank/acknowledged.yml:2: the acknowledgement of *net10.0* throughput expired on 2026-11-20", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_policy_out_of_range_is_an_error()
    {
        File.WriteAllText(_folder["crank/gate.yml"], "confirm:\n  falseDiscoveryRate: 2\n");
        var error = Assert.Throws<UsageException>(() => Invoke(_folder["screen"]));
        Assert.Equal("crank/gate.yml:2:23: confirm.falseDiscoveryRate is 2, a number from 0.0001 to 0.5 was expected", error.Message);
    }

    [Theory]
    [InlineData("{ \"schemaVersion\": 7 }", "schemaVersion is 7, this perfmatrix reads up to 1")]
    [InlineData("{ \"schemaVersion\": 7, \"differences\": [] }", "schemaVersion is 7, this perfmatrix reads up to 1")]
    [InlineData("{ \"schemaVersion\": 1, \"differences\": [", "not a run document")]
    [InlineData("{ \"schemaVersion\": 1, \"differences\": [] }", "not a comparison")]
    [InlineData("[]", "not a run document")]
    public void A_damaged_document_is_an_error(string text, string message)
    {
        File.WriteAllText(_folder["x.json"], text);
        Assert.Contains(message, Assert.Throws<UsageException>(() => Invoke(_folder["x.json"])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_comparison_without_a_pair_is_refused()
    {
        var apart = GateRuns.Comparison(GateRuns.Run("a", 7, GateRuns.Unchanged)
            .WithSamples(sample => sample.Variant.EndsWith("@base", StringComparison.Ordinal) ? sample : null));
        ComparisonDocument.File.Write(_folder["apart.json"], apart);
        Assert.StartsWith(
            "cannot gate: no cell has a round that is good on both sides of a common block. ",
                Assert.Throws<UsageException>(() => Invoke(_folder["apart.json"])).Message, StringComparison.Ordinal);
    }

    private void Write(string name, RunDocument run)
    {
        Directory.CreateDirectory(_folder[name]);
        RunDocument.File.Write(_folder[$"{name}/run.json"], run);
    }

    private void Acknowledge(string expires) => File.WriteAllText(
        _folder["crank/acknowledged.yml"],
        $"acknowledged:\n  - {{ cell: '*net10.0*', metric: throughput, reason: new header, expires: {expires} }}\n  - {{ cell: '*', metric: "
            + $"cpuPerRequest, reason: new header, expires: 2027-01-01 }}\n");

    private int Invoke(params string[] arguments)
    {
        var command = GateCommand.Create(_console.Console, new FixedClock(), name => _environment.GetValueOrDefault(name), () => _folder.Root);
        return new RootCommand
        {
            command,
        }.Parse(["gate", .. arguments]).Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = _output,
            Error = _error,
        });
    }

    private sealed class FixedClock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);
    }
}
