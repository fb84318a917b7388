using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Explain;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

/// <summary><c>report gc --from --to</c> with a stand-in of what traces a cell; real processes are traced by
/// <see cref="EndToEnd.TracedPairTests"/>.</summary>
public sealed class TracedPairTests : IDisposable
{
    private static readonly GcCell s_hello = new()
    {
        Cell = "hello",
        Rounds = 5,
        FromCollections = 7,
        ToCollections = 9,
        Statistics = [new("Longest pause", "ms", 4.5, 2.25, -2.25, -3, -1.5)],
    };

    private readonly TemporaryFolder _folder = new();
    private readonly RunDocument _run = SampleRun.Create();

    public TracedPairTests() => RunDocument.File.Write(_folder["run.json"], _run);

    private string[] Modes => [.. _run.Variants.Select(variant => variant.Cell.Gc).Distinct()];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_was_traced_before_is_shown_again()
    {
        Assert.True(Modes.Length > 1, string.Join(',', Modes));
        Traced(s_hello);

        var (code, output, _) = await RunAsync("--from", Modes[0], "--to", Modes[1]);

        Assert.Equal(0, code);
        Assert.Contains("| Longest pause | ms | 4.500 | 2.250 | -2.250 | -3.000 to -1.500 |", output, StringComparison.Ordinal);
        Assert.Contains("5 rounds with 7 and 9 collections under load.", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_traced_before_somebody_interrupted_is_kept_and_the_same_command_traces_the_rest()
    {
        var both = TracedPair.Of(_folder["run.json"], Modes[0], Modes[1]);
        var (one, other) = (Pairs(both)[0].Id, Pairs(both)[1].Id);

        Assert.Equal([one], await TraceAsync(both, collections: 1, interrupted: other));
        Assert.Equal([one, other], Stored().Select(cell => cell.Cell));
        Assert.Equal([null, "interrupted before it was traced"], Stored().Select(cell => cell.Problem));

        Assert.Equal([other], await TraceAsync(both, collections: 2));
        Assert.Equal([(one, 1), (other, 2)], Stored().Select(cell => (cell.Cell, cell.FromCollections)));
        Assert.All(Stored(), cell => Assert.Null(cell.Problem));
        Assert.Empty(await TraceAsync(both, collections: 3));

        Assert.Equal([one], await TraceAsync(both with { KeepsTraces = true }, collections: 4, interrupted: other));
        Assert.Equal([(one, 4), (other, 2)], Stored().Select(cell => (cell.Cell, cell.FromCollections)));
    }

    [Fact]
    public async Task Where_there_is_no_room_for_it_what_was_traced_is_shown_all_the_same()
    {
        Directory.CreateDirectory(_folder["gc.json"]);
        var both = TracedPair.Of(_folder["run.json"], Modes[0], Modes[1]);
        var said = new List<string>();

        var found = await both.TraceAsync(Pairs(both), [], said.Add, pair => Task.FromResult(s_hello with { Cell = pair.Id }));

        Assert.Equal(Pairs(both).Select(pair => pair.Id), found.Cells.Select(cell => cell.Cell));
        Assert.Equal(2, said.Count);
        Assert.All(said, line => Assert.Contains("gc.json: cannot write: ", line, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_failed_or_cannot_be_read_is_traced_again(bool isDamaged)
    {
        Traced(s_hello, new() { Cell = "other", Problem = "no events" });
        if (isDamaged) await File.AppendAllTextAsync(_folder["gc.json"], "}");

        await AssertTracedAgainAsync();
    }

    [Theory]
    [InlineData("")]
    [InlineData("\"formulas\": 0,\n")]
    public async Task Figures_by_formulas_of_an_older_perfmatrix_are_traced_again(string formulas)
    {
        Traced(s_hello);
        var (text, now) = (await File.ReadAllTextAsync(_folder["gc.json"]), $"\"formulas\": {GcComparison.Formulas},\n");
        Assert.Contains(now, text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(_folder["gc.json"], text.Replace(now, formulas, StringComparison.Ordinal));

        await AssertTracedAgainAsync();
    }

    [Fact]
    public async Task Figures_by_formulas_of_a_newer_perfmatrix_are_shown()
    {
        GcDocument.File.Write(_folder["gc.json"], new() { From = Modes[0], To = Modes[1], Formulas = GcComparison.Formulas + 1, Cells = [s_hello] });

        Assert.Equal(0, (await RunAsync("--from", Modes[0], "--to", Modes[1])).ExitCode);
    }

    [Fact]
    public async Task Two_modes_that_no_cell_of_the_run_has_both_of_are_refused()
    {
        var (one, other) = (_run.Variants.First(variant => variant.Cell.Gc == Modes[0]), _run.Variants.First(variant => variant.Cell.Gc == Modes[1]));
        var cell = other.Cell with { Scenario = "another", Id = $"another/{other.Cell.Runtime}/{other.Cell.Gc}/{other.Cell.Cores}c" };
        RunDocument.File.Write(_folder["run.json"], _run with { Variants = [one, other with { Cell = cell }] });

        var (code, _, error) = await RunAsync("--from", Modes[0], "--to", Modes[1]);

        Assert.Equal(2, code);
        Assert.Contains($"found no cell of both {Modes[0]} and {Modes[1]}, expected one that differs in nothing else", error,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_traced_of_other_modes_is_not_overwritten()
    {
        Traced(s_hello);
        var before = await File.ReadAllTextAsync(_folder["gc.json"]);

        var (code, _, error) = await RunAsync("--from", Modes[1], "--to", Modes[0]);

        Assert.Equal(2, code);
        Assert.Contains(
            $"gc.json: found {Modes[0]} against {Modes[1]}, which {Modes[1]} against {Modes[0]} would overwrite; move the file away first", error,
            StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(_folder["gc.json"]));
    }

    [Fact]
    public void A_program_that_is_not_the_one_that_was_measured_is_found()
    {
        var run = _run with
        {
            Variants = [_run.Variants[0] with { ArtifactHash = "aa" }, .. _run.Variants.Skip(1)
                .Select(variant => variant with { ArtifactHash = null })],
        };
        var (known, unknown) = (run.Variants[0].Id, run.Variants[1].Id);

        Assert.Null(LaterTraces.Other(run, [(known, "aa"), (unknown, "cc"), ("never measured", "dd")]));
        Assert.Equal(known, LaterTraces.Other(run, [(unknown, "cc"), (known, "bb")]));
        Assert.Equal(known, LaterTraces.Other(run, [(known, null)]));
    }

    [Fact]
    public void What_is_traced_later_is_started_with_the_secrets_of_the_environment()
    {
        const string Secret = nameof(What_is_traced_later_is_started_with_the_secrets_of_the_environment);
        Environment.SetEnvironmentVariable($"PERFMATRIX_VARIABLE_{Secret}", "Host=db;Password=tea");
        try
        {
            Assert.Equal("Host=db;Password=tea", LaterTraces.Chosen.Profile.Variables[Secret]);
        }
        finally
        {
            Environment.SetEnvironmentVariable($"PERFMATRIX_VARIABLE_{Secret}", null);
        }
    }

    [Theory]
    [InlineData("--from", "server", "found only one of --from and --to")]
    [InlineData("--to", "server", "found only one of --from and --to")]
    [InlineData("--from", "sever --to datas", "has no runtime or GC mode 'sever'")]
    [InlineData("--from", "server --to server", "expected two different ones")]
    public async Task Modes_that_the_run_has_not_are_refused(string option, string values, string message)
    {
        var (code, _, error) = await RunAsync([option, .. values.Split(' ')]);
        Assert.Equal(2, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    private static CellPair[] Pairs(TracedPair both) =>
    [
        .. new[] { "net9.0", "net10.0" }.Select(runtime => CellPair.Across(
            both.Pair, new Cell("call", runtime, both.Pair.Base, 2), new Cell("call", runtime, both.Pair.Head, 2))),
    ];

    private IReadOnlyList<GcCell> Stored() => GcDocument.File.Read(_folder["gc.json"]).Cells;

    /// <param name="collections">What is found of each cell.</param>
    /// <param name="interrupted">Id of the cell in which somebody interrupts; null when nobody does.</param>
    /// <returns>Ids of the cells that were traced.</returns>
    private static async Task<IReadOnlyList<string>> TraceAsync(TracedPair both, int collections, string? interrupted = null)
    {
        var traced = new List<string>();
        var found = both.FindAsync(known => both.TraceAsync(Pairs(both), known, line => Assert.Fail(line), pair =>
        {
            if (pair.Id == interrupted) throw new OperationCanceledException();
            traced.Add(pair.Id);
            return Task.FromResult(s_hello with { Cell = pair.Id, FromCollections = collections });
        }));
        if (interrupted is null) await found;
        else await Assert.ThrowsAsync<OperationCanceledException>(() => found);
        return traced;
    }

    private void Traced(params GcCell[] cells) => GcDocument.File.Write(
        _folder["gc.json"], new() { From = Modes[0], To = Modes[1], Formulas = GcComparison.Formulas, Cells = cells });

    private async Task AssertTracedAgainAsync()
    {
        // Nobody can trace this one, so that it is tried shows.
        RunDocument.File.Write(_folder["run.json"], _run with { Settings = _run.Settings with { RemoteSource = "https://example.test/shop" } });

        var (code, _, error) = await RunAsync("--from", Modes[0], "--to", Modes[1]);

        Assert.Equal(2, code);
        Assert.Contains("its programs were built by agents; measure with --driver local to have it traced", error, StringComparison.Ordinal);
    }

    private async Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] options)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var root = new RootCommand { ReportCommand.Create(new CommandContext(new TestConsole().Console) { Environment = _ => null }) };
        var code = await CommandLine.RunAsync(root, ["report", "gc", _folder.Root, .. options], output, error);
        return (code, output.ToString(), error.ToString());
    }
}
