namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The main job as a user runs it: the built program, real workloads, real processes. Tests that need no run of their own share
/// two.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class RunTests(RunTests.Runs runs) : IClassFixture<RunTests.Runs>, IDisposable
{
    private readonly TheProgram _program = new();

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task A_run_measures_a_cell_proves_it_and_ends_with_a_table()
    {
        var (program, outcome) = (runs.Table, runs.TableOutcome);

        Assert.Equal((0, ""), (outcome.ExitCode, outcome.Error));
        Assert.Contains("hello-minimal, ", outcome.Output);
        Assert.Contains("workstation", outcome.Output);
        var run = program.Run;
        var variant = Assert.Single(run.Variants, variant => variant.Status == VariantStatus.Measured);
        Assert.Equal($".NET {variant.Cell.RuntimeVersion}", variant.Proof!.FrameworkDescription);
        var built = Assert.Single(run.Programs!);
        Assert.Equal((variant.ArtifactHash, 0), (built.ArtifactHash, built.Incomplete.Count));
        Assert.Equal(run.Settings.Sdk, Assert.Single(built.Facts, fact => fact is { Kind: "sdk", Name: "version" }).Value);
        Assert.Contains(built.Facts, fact => fact is { Kind: "property", Name: "target framework" });
        Assert.True(run.Complete);
        Assert.True(Assert.Single(run.Samples).Metrics["throughput"] > 0);
        var raw = Assert.Single(Assert.Single(run.Blocks).Rounds).Raw;
        var bytes = await File.ReadAllBytesAsync(
            Path.Combine(Path.GetDirectoryName(RunFolder.FindDocument(program.Out))!, raw.Path), TestContext.Current.CancellationToken);
        Assert.Equal(raw.Sha256, Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(bytes)));
        Assert.EndsWith("report.html (open it in a browser)\n", outcome.Output, StringComparison.Ordinal);
        Assert.Equal(["raw", "report.html", "run.json"], Directory.GetFileSystemEntries(Assert.Single(Directory.GetDirectories(program.Out)))
            .Select(Path.GetFileName).Order());
    }

    [Fact]
    public void An_unavailable_runtime_is_a_row_with_its_reason_and_the_others_go_on()
    {
        Assert.Equal(0, runs.TableOutcome.ExitCode);
        Assert.Contains("unavailable", runs.TableOutcome.Output);
        Assert.Contains("10.0.999", runs.TableOutcome.Output);
        Assert.Equal([VariantStatus.Unavailable, VariantStatus.Measured], runs.Table.Run.Variants.Select(variant => variant.Status));
    }

    [Fact]
    public void It_works_from_another_folder_and_prints_JSON()
    {
        Assert.Equal(0, runs.JsonOutcome.ExitCode);
        using var json = System.Text.Json.JsonDocument.Parse(runs.JsonOutcome.Output);
        Assert.Equal(System.Text.Json.JsonValueKind.Object, json.RootElement.ValueKind);
        Assert.Contains("[1/1] hello-minimal--", runs.JsonOutcome.Error);
    }

    [Fact]
    public void Runtime_settings_of_the_caller_do_not_reach_the_application()
    {
        Assert.Equal(0, runs.JsonOutcome.ExitCode);
        var proof = Assert.Single(runs.Json.Run.Variants).Proof!;
        Assert.False(proof.IsServerGc);
        Assert.NotEqual(7, proof.ProcessorCount);
        Assert.Equal("0", proof.GcConfiguration["GCHeapHardLimit"]);
    }

    [Fact]
    public void The_command_line_itself_stays_small_while_it_measures() => Assert.InRange(runs.PeakKibibytes, 1, 150 * 1024);

    [Fact]
    public async Task Ctrl_C_keeps_what_was_measured_ends_everything_and_is_exit_code_130()
    {
        Sigint.SkipWhenIgnored();
        using var process = _program.Start(TheProgram.SmallRun(rounds: 500));
        var children = await _program.ChildrenAsync(process);
        await _program.FirstRoundAsync(process);

        TheProgram.Interrupt(process);
        var (code, _, error) = await Eventually.EndsAsync(process);

        Assert.Equal(130, code);
        Assert.Contains("the results so far are kept in", error);
        Assert.NotEmpty(children);
        Assert.Empty(TheProgram.Alive(children));
        Assert.False(_program.Run.Complete);
        Assert.NotEmpty(_program.Run.Samples);
    }

    [Fact]
    public async Task A_killed_run_leaves_no_process_of_ours()
    {
        using var process = _program.Start(TheProgram.SmallRun(rounds: 500));
        var children = await _program.ChildrenAsync(process);
        Assert.NotEmpty(children);

        process.Kill(entireProcessTree: false);
        await Eventually.EndsAsync(process);

        // The design asks for five seconds; a busy machine may take longer.
        await Eventually.IsTrueAsync(() => !TheProgram.Alive(children).Any(), "the end of what a killed run had started");
    }

    /// <summary>A run that prints its tables, and one that prints JSON.</summary>
    public sealed class Runs : IAsyncLifetime
    {
        // Each of these would show: server GC, another processor count, another address, or a runtime that does not start at all.
        private static readonly (string, string)[] s_settings =
            [("DOTNET_gcServer", "1"), ("DOTNET_PROCESSOR_COUNT", "7"), ("ASPNETCORE_URLS", "http://127.0.0.1:1"),
                ("DOTNET_GCHeapHardLimit", "10000000"), ("DOTNET_TieredPGO", "0")];

        internal TheProgram Table { get; } = new();

        internal TheProgram.Outcome TableOutcome { get; private set; } = null!;

        internal TheProgram Json { get; } = new();

        internal TheProgram.Outcome JsonOutcome { get; private set; } = null!;

        /// <summary>Most memory that the program of the second run had.</summary>
        internal long PeakKibibytes { get; private set; }

        public async ValueTask InitializeAsync()
        {
            TableOutcome = await Table.RunAsync(TheProgram.SmallRun(runtime: "net10.0,net10.0@10.0.999"));
            using var process = Json.Start([.. TheProgram.SmallRun(rounds: 3), "--json"], Path.GetTempPath(), s_settings);
            var ends = Eventually.EndsAsync(process);
            await Eventually.IsTrueAsync(() =>
            {
                PeakKibibytes = Math.Max(PeakKibibytes, PeakOf(process.Id));
                return ends.IsCompleted;
            });
            var (code, output, error) = await ends;
            JsonOutcome = new(code, output, error);
        }

        public ValueTask DisposeAsync()
        {
            Table.Dispose();
            Json.Dispose();
            return ValueTask.CompletedTask;
        }

        private static long PeakOf(int process)
        {
            try
            {
                var line = File.ReadLines($"/proc/{process}/status")
                    .FirstOrDefault(candidate => candidate.StartsWith("VmHWM:", StringComparison.Ordinal));
                return line is null ? 0 : long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]);
            }
            catch (IOException)
            {
                return 0;
            }
        }
    }
}

/// <summary>End-to-end tests measure, so they run one at a time.</summary>
[CollectionDefinition("end to end", DisableParallelization = true)]
public sealed class EndToEndCollection;
