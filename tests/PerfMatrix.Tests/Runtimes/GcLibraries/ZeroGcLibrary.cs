using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Runtimes.GcLibraries;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Runtimes.GcLibraries;

/// <summary>The zero GC of this repository: its sources, a builder with a cache of its own choice, and its GC mode.</summary>
internal static class ZeroGcLibrary
{
    public const string FileName = "libperfmatrix-zerogc.so";

    public static readonly string Sources = Path.Combine(Checkout.Root, "workloads", "ZeroGc");

    public static GcLibraryBuilder Builder(string cache, params (string Name, string Value)[] environment)
    {
        var variables = DotnetEnvironment.OfThisProcess().ToDictionary();
        foreach (var (name, value) in environment)
            variables[name] = value;
        return new GcLibraryBuilder(new SystemProcessRunner(), variables, cache);
    }

    public static bool HasClang =>
        Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, "clang++")));

    /// <summary>Compiles it with more options than the product does, e.g. with warnings as errors.</summary>
    public static Task<string> CompileAsync(string output, params string[] options) => CompileByAsync("", output, options);

    /// <summary>The same by a compiler of that name; empty for the usual one.</summary>
    public static async Task<string> CompileByAsync(string compiler, string output, params string[] options)
    {
        var environment = new Dictionary<string, string>(DotnetEnvironment.OfThisProcess()) { ["CXX"] = compiler };
        var request = new ProcessRequest(Path.Combine(Sources, "build"), [output, .. options], Sources, environment);
        var result = await new SystemProcessRunner().RunAsync(request, TestContext.Current.CancellationToken);
        Assert.True(result.ExitCode == 0, string.Join('\n', result.Error));
        return output;
    }

    /// <summary>A workload or test program, published and with the library beside its runtime, as the GC mode <c>zero</c> of the matrix runs
    /// it.</summary>
    public static async Task<Publication> PlaceAsync(string workload, string framework, params (string Name, string Value)[] environment)
    {
        var mode = Definitions.Checkout.GcModes.Single(mode => mode.Name == "zero");
        var placements = new GcPlacements(
            Checkout.Root, Builder(Path.Combine(PublishedWorkloads.CacheFolder, "gc"), environment),
                new GcOverlay(Path.Combine(PublishedWorkloads.CacheFolder, "publish-gc")));
        await placements.BuildAsync([mode], TestContext.Current.CancellationToken);
        return Assert.IsType<Publication>(placements.Place(await PublishedWorkloads.PublishAsync(workload, framework), mode));
    }
}
