using PerfMatrix.Results;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The main job as a user runs it: the built program, real workloads, real processes.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class RunTests : IDisposable
{
    private readonly TheProgram _program = new();

    public void Dispose() => _program.Dispose();

    [Fact]
    public async Task A_run_measures_a_cell_proves_it_and_ends_with_a_table()
    {
        var outcome = await _program.RunAsync(TheProgram.SmallRun());

        Assert.Equal((0, ""), (outcome.ExitCode, outcome.Error));
        Assert.Contains("hello-minimal, ", outcome.Output);
        Assert.Contains("workstation", outcome.Output);
        var run = _program.Run;
        var variant = Assert.Single(run.Variants);
        Assert.Equal(VariantStatus.Measured, variant.Status);
        Assert.Equal($".NET {variant.Cell.RuntimeVersion}", variant.Proof!.FrameworkDescription);
        Assert.True(run.Complete);
        Assert.True(Assert.Single(run.Samples).Metrics["throughput"] > 0);
        var raw = Assert.Single(Assert.Single(run.Blocks).Rounds).Raw;
        var bytes = await File.ReadAllBytesAsync(Path.Combine(Path.GetDirectoryName(RunFolder.FindDocument(_program.Out))!, raw.Path));
        Assert.Equal(raw.Sha256, Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(bytes)));
        Assert.EndsWith("report.html (open it in a browser)\n", outcome.Output, StringComparison.Ordinal);
        Assert.Equal(["raw", "report.html", "run.json"], Directory.GetFileSystemEntries(Assert.Single(Directory.GetDirectories(_program.Out))).Select(Path.GetFileName).Order());
    }

    [Fact]
    public async Task It_works_from_another_folder_and_prints_JSON()
    {
        var outcome = await _program.RunAsync([.. TheProgram.SmallRun(), "--json"], Path.GetTempPath());

        Assert.Equal(0, outcome.ExitCode);
        using var json = System.Text.Json.JsonDocument.Parse(outcome.Output);
        Assert.Equal(System.Text.Json.JsonValueKind.Object, json.RootElement.ValueKind);
        Assert.Contains("[1/1] hello-minimal--", outcome.Error);
    }

    [Fact]
    public async Task Runtime_settings_of_the_caller_do_not_reach_the_application()
    {
        // Each of these would show: server GC, another processor count, another address, or a runtime that does not start at all.
        var outcome = await _program.RunAsync(
            TheProgram.SmallRun(), null, ("DOTNET_gcServer", "1"), ("DOTNET_PROCESSOR_COUNT", "7"), ("ASPNETCORE_URLS", "http://127.0.0.1:1"), ("DOTNET_GCHeapHardLimit", "10000000"), ("DOTNET_TieredPGO", "0"));

        Assert.Equal(0, outcome.ExitCode);
        var proof = Assert.Single(_program.Run.Variants).Proof!;
        Assert.False(proof.IsServerGc);
        Assert.NotEqual(7, proof.ProcessorCount);
        Assert.Equal("0", proof.GcConfiguration["GCHeapHardLimit"]);
    }

    [Fact]
    public async Task An_unavailable_runtime_is_a_row_with_its_reason_and_the_others_go_on()
    {
        var outcome = await _program.RunAsync(TheProgram.SmallRun(runtime: "net10.0,net10.0@10.0.999"));

        Assert.Equal(0, outcome.ExitCode);
        Assert.Contains("unavailable", outcome.Output);
        Assert.Contains("10.0.999", outcome.Output);
        Assert.Equal([VariantStatus.Unavailable, VariantStatus.Measured], _program.Run.Variants.Select(variant => variant.Status));
    }

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
        Assert.Contains("what was measured until then is kept in", error);
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
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        // The design asks for five seconds; a busy machine may take longer.
        await Eventually.IsTrueAsync(() => !TheProgram.Alive(children).Any(), "the end of what a killed run had started");
    }

    [Fact]
    public async Task The_command_line_itself_stays_small_while_it_measures()
    {
        using var process = _program.Start(TheProgram.SmallRun(rounds: 3));
        var output = process.StandardOutput.ReadToEndAsync();
        var peak = 0L;
        await Eventually.IsTrueAsync(() =>
        {
            peak = Math.Max(peak, PeakKibibytes(process.Id));
            return process.HasExited;
        });
        await output;
        Assert.InRange(peak, 1, 150 * 1024);
    }

    private static long PeakKibibytes(int process)
    {
        try
        {
            var line = File.ReadLines($"/proc/{process}/status").FirstOrDefault(candidate => candidate.StartsWith("VmHWM:", StringComparison.Ordinal));
            return line is null ? 0 : long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}

/// <summary>End-to-end tests measure, so they run one at a time.</summary>
[CollectionDefinition("end to end", DisableParallelization = true)]
public sealed class EndToEndCollection;
