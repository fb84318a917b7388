using System.Diagnostics;
using System.Net.Http.Json;
using PerfMatrix.Runtimes;
using PerfMatrix.Runtimes.GcLibraries;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

/// <summary>The zero GC under real runtimes: it corrupts nothing, counts right, and says what is wrong when it cannot go on.</summary>
[Trait("kind", "processes")]
public sealed class ZeroGcTests
{
    private const string GcStress = "../tests/GcStress";
    private const string Token = "token";

    public static TheoryData<string, string> FrameworksAndModes =>
        [.. PublishedWorkloads.Frameworks.SelectMany(framework => new[] { (framework, "0"), (framework, "1") })];

    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(FrameworksAndModes))]
    public async Task Everything_an_application_does_with_the_heap_works(string framework, string server)
    {
        var (exitCode, output) = await RunAsync(await ZeroGcLibrary.PlaceAsync(GcStress, framework), ("DOTNET_gcServer", server));

        Assert.True(exitCode == 0, output);
        Assert.EndsWith(", 0 collections\n", output);
        Assert.Equal(9, output.Split('\n').Count(line => line.StartsWith("ok ", StringComparison.Ordinal)));
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Compiled_by_clang_it_does_the_same(string framework)
    {
        Assert.SkipUnless(ZeroGcLibrary.HasClang, "needs clang++ in PATH (apt-get install clang)");

        var (exitCode, output) = await RunAsync(await ZeroGcLibrary.PlaceAsync(GcStress, framework, ("CXX", "clang++")));

        Assert.True(exitCode == 0, output);
        Assert.EndsWith(", 0 collections\n", output);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_web_application_runs_on_it_and_arena_and_runtime_count_the_same_bytes(string framework)
    {
        await using var workload = await RunningWorkload.StartAsync(
            await ZeroGcLibrary.PlaceAsync("ControllersApi", framework), Environment((ProbeRoutes.TokenVariable, Token)));
        Assert.Equal([ZeroGcLibrary.FileName], (await AskAsync(workload, ProbeRoutes.Proof, ContractJson.Default.ProbeProof)).GcLibraries);
        await CallAsync(workload, 200);
        var before = await AskAsync(workload, ProbeRoutes.Counters, ContractJson.Default.ProbeCounters);
        await CallAsync(workload, 8000);
        var after = await AskAsync(workload, ProbeRoutes.Counters, ContractJson.Default.ProbeCounters);

        var arena = after.Arena!.PositionBytes - before.Arena!.PositionBytes;
        var probe = after.AllocatedBytes - before.AllocatedBytes;
        Assert.InRange((double)arena / probe, 0.98, 1.02);
        Assert.Equal(0, after.Gen0Collections);
        Assert.True(after.Arena.MinorFaults > before.Arena.MinorFaults);
    }

    /// <summary>Nothing looks into a library before the start: a launcher's message explains this exit code and shows the last lines.</summary>
    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_library_that_cannot_be_loaded_ends_the_start_with_code_137_and_the_number_of_an_error(string framework)
    {
        using var folder = new TemporaryFolder();
        var publication = await PublishedWorkloads.PublishAsync(GcStress, framework);
        var text = new GcLibrary(folder.Write("text.so", "a text that is no library"), "text");
        var place = new GcOverlay(folder.In("overlay")).Place(publication.Folder, text, ZeroGcLibrary.FileName);

        var (exitCode, output) = await RunAsync(publication with { Folder = place });

        Assert.True(exitCode == 137, output);
        Assert.Contains("0x8007", output);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_full_arena_ends_the_process_with_what_to_do(string framework)
    {
        var (exitCode, output) = await RunAsync(await ZeroGcLibrary.PlaceAsync(GcStress, framework), ("PERFMATRIX_ZEROGC_ARENA", "64m"));

        Assert.Equal(91, exitCode);
        Assert.Contains("perfmatrix zero GC: the arena of 64 MiB is full", output);
        Assert.Contains("set PERFMATRIX_ZEROGC_ARENA to more, e.g. 1g", output);
    }

    [Theory]
    [InlineData("lots", "PERFMATRIX_ZEROGC_ARENA: found 'lots', expected an amount of memory such as 512m or 16g")]
    [InlineData("-1", "PERFMATRIX_ZEROGC_ARENA: found '-1', expected an amount of memory such as 512m or 16g")]
    [InlineData("1g2", "PERFMATRIX_ZEROGC_ARENA: found '1g2', expected an amount of memory such as 512m or 16g")]
    [InlineData("99999999t", "PERFMATRIX_ZEROGC_ARENA: found '99999999t', expected an amount of memory such as 512m or 16g")]
    [InlineData("1m", "PERFMATRIX_ZEROGC_ARENA: found 1048576 bytes, expected at least 64m")]
    [InlineData("4000000t", "could not be reserved: Cannot allocate memory. Choose a smaller one with PERFMATRIX_ZEROGC_ARENA")]
    public async Task A_size_that_makes_no_sense_stops_the_start_with_the_reason(string size, string reason)
    {
        var (exitCode, output) = await RunAsync(await ZeroGcLibrary.PlaceAsync(GcStress, "net10.0"), ("PERFMATRIX_ZEROGC_ARENA", size));

        Assert.NotEqual(0, exitCode);
        Assert.Contains("perfmatrix zero GC: ", output);
        Assert.Contains(reason, output);
    }

    [Fact]
    public async Task Memory_touched_beforehand_faults_no_more()
    {
        var publication = await ZeroGcLibrary.PlaceAsync("ControllersApi", "net10.0");
        var untouched = await FaultsAsync(publication, "0");
        var touched = await FaultsAsync(publication, "64m");

        Assert.True(touched < untouched / 2, $"{touched} faults with memory touched beforehand, {untouched} without");
    }

    private static async Task<long> FaultsAsync(Publication publication, string touch)
    {
        await using var workload = await RunningWorkload.StartAsync(
            publication, Environment((ProbeRoutes.TokenVariable, Token), ("PERFMATRIX_ZEROGC_TOUCH", touch)));
        await CallAsync(workload, 200);
        var before = await AskAsync(workload, ProbeRoutes.Counters, ContractJson.Default.ProbeCounters);
        await CallAsync(workload, 8000);
        var after = await AskAsync(workload, ProbeRoutes.Counters, ContractJson.Default.ProbeCounters);
        return after.Arena!.MinorFaults - before.Arena!.MinorFaults;
    }

    private static async Task CallAsync(RunningWorkload workload, int times)
    {
        var calls = Enumerable.Range(0, times);
        await Parallel.ForEachAsync(
            calls, new ParallelOptions
            {
                MaxDegreeOfParallelism = 4,
            }, async (_, cancellation) => await workload.Client.GetByteArrayAsync("/api/values", cancellation));
    }

    private static async Task<T> AskAsync<T>(RunningWorkload workload, string path, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Add(ProbeRoutes.TokenHeader, Token);
        using var response = await workload.Client.SendAsync(request, TestContext.Current.CancellationToken);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync(type, TestContext.Current.CancellationToken))!;
    }

    private static async Task<(int ExitCode, string Output)> RunAsync(Publication publication, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(Path.Combine(publication.Folder, publication.Executable))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment.Clear();
        foreach (var (name, value) in DotnetEnvironment.OfThisProcess())
            start.Environment[name] = value;
        foreach (var (name, value) in Environment(environment))
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await error + output);
    }

    private static (string Name, string Value)[] Environment(params (string Name, string Value)[] more) =>
        [("DOTNET_GCName", ZeroGcLibrary.FileName), ("DOTNET_gcServer", "0"), ("DOTNET_gcConcurrent", "0"), ("DOTNET_DbgEnableMiniDump", "0"),
            .. more];
}
