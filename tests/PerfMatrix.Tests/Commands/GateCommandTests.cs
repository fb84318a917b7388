using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
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
        Write("screen", GateRuns.Run("20261121-a", 10, GateRuns.Unchanged, GateRuns.Slower), Stage.Screen);
        Write("confirm", GateRuns.Run("20261121-c", 10, GateRuns.Slower).On("fresh"), Stage.Confirm);
    }

    private string[] Both => [_folder["screen"], _folder["confirm"]];

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void The_documents_of_both_machines_are_judged()
    {
        Assert.Equal(1, Invoke(Both));
        Approval.Verify(_console.Output, "terminal");
        Assert.Equal(Outcome.Regressed, VerdictDocument.File.Read(_folder["screen/verdict.json"]).Outcome);
    }

    [Fact]
    public void Comparisons_of_other_jobs_give_the_same_verdict_as_their_runs()
    {
        Assert.Equal(1, Invoke([.. Both, "--json"]));
        var fromRuns = _output.ToString();
        _output.GetStringBuilder().Clear();
        ComparisonDocument.File.Write(_folder["s.json"], GateRuns.Comparison(RunDocument.File.Read(_folder["screen/run.json"]), Stage.Screen));
        ComparisonDocument.File.Write(_folder["c.json"], GateRuns.Comparison(RunDocument.File.Read(_folder["confirm/run.json"]), Stage.Confirm));
        Assert.Equal(1, Invoke(_folder["s.json"], _folder["c.json"], "--json"));
        Assert.Equal(fromRuns, _output.ToString());
    }

    [Fact]
    public void Without_a_second_machine_a_suspect_is_not_measured_and_no_pass()
    {
        Assert.Equal(3, Invoke(_folder["screen"]));
        Assert.Contains("Incomplete, this is not a pass", _console.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_worse_is_a_pass()
    {
        Write("good", GateRuns.Run("20261121-g", 10, GateRuns.Unchanged));
        Assert.Equal(0, Invoke(_folder["good"]));
        Assert.StartsWith("Pass: 4 verdicts, 4 the same.", _console.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_is_a_table_with_the_worst_first()
    {
        Assert.Equal(1, Invoke([.. Both, "--format", "markdown"]));
        Approval.Verify(_output.ToString(), "markdown");
    }

    [Fact]
    public void Json_is_the_verdict_document()
    {
        Assert.Equal(1, Invoke([.. Both, "--json", "--out", _folder["elsewhere"]]));
        Assert.Equal("regressed", JsonElement.Parse(_output.ToString()).GetProperty("outcome").GetString());
        Assert.Equal(_output.ToString(), File.ReadAllText(_folder["elsewhere/verdict.json"]));
    }

    [Fact]
    public void On_GitHub_a_regression_is_an_annotation()
    {
        Invoke([.. Both, "--json"]);
        Assert.Empty(_error.ToString());
        _environment["GITHUB_ACTIONS"] = "true";
        Invoke([.. Both, "--json"]);
        Assert.StartsWith("::error title=hello-minimal/net10.0/server/2c%3A Throughput is worse::Throughput of hello-minimal/net10.0/server/2c is "
            + "worse by +6.0 %25 [", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void An_acknowledged_regression_passes_and_is_shown()
    {
        Acknowledge("2026-11-21");
        Assert.Equal(0, Invoke(Both));
        Assert.Contains("worse, acknowledged", _console.Output, StringComparison.Ordinal);
        Assert.Matches(@"acknowledged:\s+new\s+header", _console.Output);
    }

    [Fact]
    public void An_expired_acknowledgement_is_an_error()
    {
        Acknowledge("2026-11-20");
        var error = Assert.Throws<UsageException>(() => Invoke(Both));
        Assert.StartsWith(
            "crank/acknowledged.yml:2: the acknowledgement of *net10.0* throughput expired on 2026-11-20", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_policy_explains_itself_and_what_it_finds_at_the_noise_of_a_run()
    {
        Assert.Equal(0, Invoke("--explain"));
        Approval.Verify(_output.ToString(), "explain");
        _output.GetStringBuilder().Clear();
        Write("noisy", GateRuns.Run("20261121-n", 10, GateRuns.Unchanged with { SpreadPercent = 9 }));
        Assert.Equal(0, Invoke(_folder["noisy"], "--explain"));
        Assert.Matches(@"hello-minimal/net9\.0/server/2c, Throughput: these 10 rounds would have shown \d+\.\d %; 5 % would take about \d+ rounds",
            _output.ToString());
        Assert.False(File.Exists(_folder["noisy/verdict.json"]));
    }

    [Fact]
    public void Counted_bytes_have_no_size_in_percent_to_explain()
    {
        Assert.Equal(0, Invoke(_folder["screen"], "--explain"));
        Assert.Contains("/2c, Throughput: these", _output.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("/2c, Alloc/req", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Where_the_policy_only_warns_an_undecided_change_passes_and_is_said()
    {
        File.WriteAllText(_folder["crank/gate.yml"], "undecided: warn\n");
        Write("noisy", GateRuns.Run("20261121-n", 10, GateRuns.Slower with { SpreadPercent = 6 }));
        Assert.Equal(0, Invoke(_folder["noisy"]));
        Assert.Contains("Undecided, this is not a pass", _console.Output, StringComparison.Ordinal);
        Assert.Equal(3, Invoke(_folder["screen"]));
    }

    [Fact]
    public void Nothing_to_judge_is_an_error() =>
        Assert.Equal("found no document to judge; give a run, or --explain", Assert.Throws<UsageException>(() => Invoke()).Message);

    [Fact]
    public void A_policy_out_of_range_is_an_error()
    {
        File.WriteAllText(_folder["crank/gate.yml"], "undecided: warn\ndetectPercent: 0\n");
        var error = Assert.Throws<UsageException>(() => Invoke(_folder["screen"]));
        Assert.Equal("crank/gate.yml:2:16: detectPercent is 0, a number from 0.5 to 1000 was expected", error.Message);
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

    [Theory]
    [InlineData("screen")]
    [InlineData("confirm")]
    public void A_cause_that_was_found_beside_a_document_stays_in_the_verdict(string folder)
    {
        WhyDocument.File.Write(_folder[$"{folder}/why.json"], new()
        {
            Base = new("base"),
            Head = new("head"),
            Cells = [new() { Cell = GateRuns.Slower.Cell.Id, Cpu = [new("Orders.Total", "Shop", 0.6, 0.5, 0.7, 0.6, 0.6, null, null)] }],
        });

        Assert.Equal(1, Invoke(Both));

        var worse = VerdictDocument.File.Read(_folder["screen/verdict.json"]).Cells.Where(cell => cell.Verdict == Verdict.Worse).ToList();
        Assert.Contains(worse, cell => cell.Cause?.Method == "Orders.Total");
    }

    [Fact]
    public void A_damaged_explanation_changes_no_verdict()
    {
        File.WriteAllText(_folder["screen/why.json"], "{");
        Assert.Equal(1, Invoke(Both));
    }

    [Fact]
    public void A_comparison_without_a_pair_is_refused()
    {
        var apart = GateRuns.Comparison(GateRuns.Run("a", 10, GateRuns.Unchanged)
            .WithSamples(sample => sample.Variant.EndsWith("@base", StringComparison.Ordinal) ? sample : null));
        ComparisonDocument.File.Write(_folder["apart.json"], apart);
        Assert.StartsWith(
            "cannot gate: no cell has a round that is good on both sides of a common block. ",
                Assert.Throws<UsageException>(() => Invoke(_folder["apart.json"])).Message, StringComparison.Ordinal);
    }

    private void Write(string name, RunDocument run, Stage? stage = null)
    {
        Directory.CreateDirectory(_folder[name]);
        RunDocument.File.Write(_folder[$"{name}/run.json"], run with { Settings = run.Settings with { Stage = stage } });
    }

    private void Acknowledge(string expires) => File.WriteAllText(
        _folder["crank/acknowledged.yml"],
        $"acknowledged:\n  - {{ cell: '*net10.0*', metric: throughput, reason: new header, expires: {expires} }}\n  - {{ cell: '*', metric: "
            + $"cpuPerRequest, reason: new header, expires: 2027-01-01 }}\n");

    private int Invoke(params string[] arguments)
    {
        var command = GateCommand.Create(new(_console.Console)
        {
            Environment = name => _environment.GetValueOrDefault(name),
            Clock = new FixedClock(),
            Root = () => _folder.Root,
        });
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
