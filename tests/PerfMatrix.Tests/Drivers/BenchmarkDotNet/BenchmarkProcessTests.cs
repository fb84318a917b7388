using System.Globalization;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.BenchmarkDotNet;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Drivers.BenchmarkDotNet;

/// <summary>A real run of the workload AsyncTasks, small, on one runtime.</summary>
public sealed class BenchmarkProcessTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-benchmark-test-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Cells_equal_the_table_that_BenchmarkDotNet_prints()
    {
        var outcome = await RunAsync(["InitialCapacity", "SharedDelayOneTask"]);

        Assert.Equal(0, outcome.ExitCode);
        Assert.Equal(["InitialCapacity", "SharedDelayOneTask"], outcome.Entries.Select(entry => entry.Method).Order());
        var headings = Cells(outcome.Lines.Last(line => line.StartsWith("| Method", StringComparison.Ordinal)));
        foreach (var entry in outcome.Entries)
        {
            var printed = headings.Zip(Cells(outcome.Lines.Last(line => line.StartsWith($"| {entry.Method} ", StringComparison.Ordinal)))).ToDictionary(cell => cell.First, cell => cell.Second);
            var result = entry.Result!;
            AssertPrinted(printed["Mean"], result.MeanNanoseconds, new() { ["ns"] = 1, ["us"] = 1e3, ["μs"] = 1e3, ["ms"] = 1e6, ["s"] = 1e9 });
            AssertPrinted(printed["Allocated"], result.AllocatedBytes!.Value, new() { ["-"] = 1, ["B"] = 1, ["KB"] = 1024, ["MB"] = 1024 * 1024 });
            AssertPrinted(printed["Completed Work Items"] + " n", result.CompletedWorkItems!.Value, new() { ["n"] = 1 });
        }

        Assert.Equal(".NET 10", outcome.Proof!.FrameworkDescription[..7]);
        Assert.True(outcome.Proof.IsServerGc);
        Assert.False(Directory.Exists(Path.Combine(_folder.FullName, "work")));
    }

    private async Task<BenchmarkOutcome> RunAsync(IReadOnlyList<string> cases)
    {
        var publication = await PublishedWorkloads.PublishAsync("AsyncTasks", "net10.0");
        var environment = new Dictionary<string, string> { ["ASYNC_TASKS_N"] = "2000", ["ASYNC_TASKS_DELAY_MS"] = "5", ["DOTNET_gcServer"] = "1", ["DOTNET_PROCESSOR_COUNT"] = "2" };
        var application = new Application(publication.Folder, publication.Executable, ["--job", "dry", "--memory", "--filter", "*"], environment, "/", TimeSpan.Zero);
        return await new BenchmarkProcess(Path.Combine(_folder.FullName, "work", "run")).RunAsync(application, cases, [], TestContext.Current.CancellationToken);
    }

    private static string[] Cells(string line) => [.. line.Trim('|', ' ').Split('|').Select(cell => cell.Trim())];

    /// <summary>The printed number is the exact one, rounded to the places it shows.</summary>
    private static void AssertPrinted(string printed, double exact, Dictionary<string, double> units)
    {
        var parts = printed.Split(' ');
        var places = parts[0].IndexOf('.', StringComparison.Ordinal) is >= 0 and var dot ? parts[0].Length - dot - 1 : 0;
        var shown = parts[0] == "-" ? 0 : double.Parse(parts[0], NumberStyles.Number, CultureInfo.InvariantCulture);
        Assert.InRange(exact / units[parts[^1]], shown - (0.51 * Math.Pow(10, -places)), shown + (0.51 * Math.Pow(10, -places)));
    }
}
