using System.Globalization;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Benchmarks;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Benchmarks;

/// <summary>Real runs of the workloads of benchmarks, small, on one runtime.</summary>
[Trait("kind", "processes")]
public sealed class BenchmarkProcessTests : IDisposable
{
    private static readonly string[] s_once = ["--job", "dry", "--memory", "--filter", "*"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-benchmark-test-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Cells_equal_the_table_that_BenchmarkDotNet_prints()
    {
        var outcome = await RunAsync(["InitialCapacity", "SharedDelayOneTask"]);

        Assert.Equal(0, outcome.ExitCode);
        Assert.Equal(["InitialCapacity", "SharedDelayOneTask"], outcome.Entries.Select(entry => entry.Method).Order());
        foreach (var entry in outcome.Entries)
        {
            var printed = Row(outcome, entry.Method);
            var result = entry.Result!;
            AssertPrinted(printed["Mean"], result.MeanNanoseconds, new() { ["ns"] = 1, ["us"] = 1e3, ["μs"] = 1e3, ["ms"] = 1e6, ["s"] = 1e9 });
            AssertPrinted(printed["Allocated"], result.AllocatedBytes!.Value, new() { ["-"] = 1, ["B"] = 1, ["KB"] = 1024, ["MB"] = 1024 * 1024 });
            AssertPrinted(printed["Completed Work Items"] + " n", result.CompletedWorkItems!.Value, new() { ["n"] = 1 });
        }

        Assert.Equal(".NET 10", outcome.Proof!.FrameworkDescription[..7]);
        Assert.True(outcome.Proof.IsServerGc);
        Assert.False(Directory.Exists(Path.Combine(_folder.FullName, "work", "run")));
    }

    [Fact]
    public async Task Contentions_and_bytes_equal_the_printed_table()
    {
        const int Tasks = 300_000; // so many contend for the queue
        var outcome = await RunAsync(["Baseline", "WithoutTaskRun"], number: $"{Tasks}", server: "0");

        AssertTable(outcome, ("Lock Contentions", result => result.LockContentions!.Value));
        // 240 bytes in the original; a lambda that captures something makes it 312.
        Assert.InRange((Allocated("Baseline") - Allocated("WithoutTaskRun")) / Tasks, 200, 275);

        double Allocated(string method) => outcome.Entries.Single(entry => entry.Method == method).Result!.AllocatedBytes!.Value;
    }

    [Fact]
    public async Task Collections_of_every_generation_equal_the_printed_table()
    {
        var outcome = await RunAsync(await PlainAsync(s_once), ["Young", "Middle", "Full"]);

        AssertTable(
            outcome,
            ("Gen0", result => result.Gen0PerThousand!.Value),
            ("Gen1", result => result.Gen1PerThousand!.Value),
            ("Gen2", result => result.Gen2PerThousand!.Value));
        Assert.Equal((3000, 0, 0), Collections("Young"));
        Assert.Equal((2000, 2000, 0), Collections("Middle"));
        Assert.Equal((1000, 1000, 1000), Collections("Full"));

        (double? Gen0, double? Gen1, double? Gen2) Collections(string method)
        {
            var result = outcome.Entries.Single(entry => entry.Method == method).Result!;
            return (result.Gen0PerThousand, result.Gen1PerThousand, result.Gen2PerThousand);
        }
    }

    [Fact]
    public async Task A_project_that_knows_nothing_of_perfmatrix_is_measured_and_what_throws_fails_with_its_message()
    {
        string[] cases = ["Arrays.Allocate(Length: 4000000)", "Throws(Length: 2000000)", "Throws"];

        var outcome = await RunAsync(await PlainAsync(s_once), cases);

        var good = outcome.Observe("v", cases[0]);
        Assert.Null(good.Failure);
        Assert.Null(good.Proof);
        // One operation, and whatever else the process allocates beside it: some kB on a busy machine.
        Assert.InRange(good.Benchmark!.AllocatedBytes!.Value, 4_000_000, 4_040_000);
        Assert.True(good.Benchmark.MeanNanoseconds > 0);
        Assert.Equal((null, null), (good.Benchmark.LockContentions, good.Benchmark.CompletedWorkItems));
        Assert.Equal("System.InvalidOperationException: there is no server for 2000000 bytes", outcome.Observe("v", cases[1]).Failure!.Reason);
        Assert.Contains("the case 'Throws' means 2 benchmarks", outcome.Observe("v", cases[2]).Failure!.Reason);
        Assert.StartsWith(
            "BenchmarkDotNet ended with code 0 and reported no case 'Alocate'; it has ", outcome.Observe("v", "Alocate").Failure!.Reason);
    }

    [Fact]
    public async Task What_a_pattern_means_is_found_with_its_parameters_and_jobs_and_one_of_them_is_measured_by_its_name()
    {
        var application = await PlainAsync("--iterationCount", "2", "-m");

        var found = await Process.FindAsync(application, [BenchmarkCase.Of("*Allocate")], TestContext.Current.CancellationToken);
        var names = BenchmarkCase.NamesOf(found.Entries);
        var measured = await RunAsync(application, ["Jobs.Allocate@Often"]);

        Assert.Equal(
            ["Arrays.Allocate(Length: 2000000)", "Arrays.Allocate(Length: 4000000)", "Jobs.Allocate@Often", "Jobs.Allocate@Seldom"], names.Order());
        Assert.Equal(["Jobs.Allocate@Often", "Jobs.Allocate@Seldom"], BenchmarkCase.NamesOf(measured.Entries).Order());
        Assert.Contains("name one of them in the matrix: PlainBenchmarks.Jobs.Allocate@", measured.Observe("v", "Jobs.Allocate").Failure!.Reason);
        var often = measured.Observe("v", "Jobs.Allocate@Often").Benchmark!;
        Assert.Equal((2, "Jobs.Allocate: Often("), (often.Iterations, often.Report!.Value.GetProperty("DisplayInfo").GetString()![..21]));
    }

    [Fact]
    public async Task More_of_its_work_and_more_bytes_are_put_into_an_operation_where_the_environment_asks_for_them()
    {
        var plain = (await LookUpAsync([])).Observe("v", "LookUp").Benchmark!;
        var more = (await LookUpAsync(new()
        {
            [InjectionVariables.Operation] = "900",
            [InjectionVariables.OperationBytes] = "40000",
        })).Observe("v", "LookUp").Benchmark!;

        // Ten times the look-ups; what a busy machine adds to a mean is small beside that.
        Assert.True(more.MeanNanoseconds > 3 * plain.MeanNanoseconds, $"{more.MeanNanoseconds} ns, {plain.MeanNanoseconds} ns without");
        // What the process allocates beside its operations is spread over them.
        Assert.InRange(more.AllocatedBytes!.Value - plain.AllocatedBytes!.Value, 39_000, 41_000);
    }

    [Fact]
    public async Task A_size_that_does_not_read_is_no_measurement()
    {
        var outcome = await LookUpAsync(new() { [InjectionVariables.Operation] = "5%" });

        Assert.Contains("'5%'", outcome.Observe("v", "LookUp").Failure!.Reason, StringComparison.Ordinal);
    }

    private async Task<BenchmarkOutcome> LookUpAsync(Dictionary<string, string> environment) => await RunAsync(
        Program(
            await PublishedWorkloads.PublishAsync("WordTable", "net10.0", PublishArguments.MeasureInProcess("WordTable.csproj")),
            ["--job", "short", "--iterationTime", "20"], environment),
        ["LookUp"]);

    private async Task<BenchmarkOutcome> RunAsync(IReadOnlyList<string> cases, string number = "2000", string server = "1")
    {
        var publication = await PublishedWorkloads.PublishAsync("AsyncTasks", "net10.0", PublishArguments.MeasureInProcess("AsyncTasks.csproj"));
        var environment = new Dictionary<string, string>
        {
            ["ASYNC_TASKS_N"] = number,
            ["ASYNC_TASKS_DELAY_MS"] = "5",
            ["DOTNET_gcServer"] = server,
            ["DOTNET_PROCESSOR_COUNT"] = "2",
        };
        return await RunAsync(Program(publication, s_once, environment), cases);
    }

    private Task<BenchmarkOutcome> RunAsync(BenchmarkProgram application, IReadOnlyList<string> cases) =>
        Process.RunAsync(application, [.. cases.Select(BenchmarkCase.Of)], [], TestContext.Current.CancellationToken);

    private BenchmarkProcess Process => new(Path.Combine(_folder.FullName, "work", "run"));

    private static async Task<BenchmarkProgram> PlainAsync(params string[] arguments) => Program(
        await PublishedWorkloads.PublishAsync("../tests/PlainBenchmarks", "net10.0", PublishArguments.MeasureInProcess("PlainBenchmarks.csproj")),
        arguments, []);

    private static BenchmarkProgram Program(Publication publication, string[] arguments, Dictionary<string, string> environment) =>
        new(Path.Combine(publication.Folder, publication.Executable), arguments, environment);

    private static string[] Cells(string line) => [.. line.Trim('|', ' ').Split('|').Select(cell => cell.Trim())];

    /// <summary>The table has no column for what no benchmark had, and a dash for what this one had not.</summary>
    private static void AssertTable(BenchmarkOutcome outcome, params (string Heading, Func<BenchmarkObservation, double> Exact)[] columns)
    {
        foreach (var entry in outcome.Entries)
        {
            var printed = Row(outcome, entry.Method);
            foreach (var (heading, exact) in columns)
                AssertPrinted($"{printed.GetValueOrDefault(heading, "-")} n", exact(entry.Result!), new() { ["n"] = 1 });
        }
    }

    /// <summary>What BenchmarkDotNet printed of one method, by heading.</summary>
    private static Dictionary<string, string> Row(BenchmarkOutcome outcome, string method) =>
        Cells(Line(outcome, "Method")).Zip(Cells(Line(outcome, method))).ToDictionary(cell => cell.First, cell => cell.Second);

    private static string Line(BenchmarkOutcome outcome, string first) =>
        outcome.Lines.Last(line => line.StartsWith($"| {first} ", StringComparison.Ordinal));

    /// <summary>The printed number is the exact one, rounded to the places it shows.</summary>
    private static void AssertPrinted(string printed, double exact, Dictionary<string, double> units)
    {
        var parts = printed.Split(' ');
        var places = parts[0].IndexOf('.', StringComparison.Ordinal) is >= 0 and var dot ? parts[0].Length - dot - 1 : 0;
        var shown = parts[0] == "-" ? 0 : double.Parse(parts[0], NumberStyles.Number, CultureInfo.InvariantCulture);
        Assert.InRange(exact / units[parts[^1]], shown - (0.51 * Math.Pow(10, -places)), shown + (0.51 * Math.Pow(10, -places)));
    }
}
