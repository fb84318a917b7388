using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>compare --trace</c> and <c>why</c> on real processes, for commits whose truth is known. The planted changes are so large that the
/// noise of a busy
/// machine decides nothing. Tests that need no commit of their own share one, and its comparison.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class WhyTests(WhyTests.PlantedCommit planted) : IClassFixture<WhyTests.PlantedCommit>, IDisposable
{
    private const string Handler = "() => new { name = \"Rick\", message = \"Hello World\" }";

    private const string Planted = """

        internal static class Orders
        {
            public static object? Kept;
            public static long Sum;

            [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
            public static void Total(int times)
            {
                var product = 3L;
                for (var i = 0; i < times; i++) product = product * 6364136223846793005L + 1442695040888963407L;
                Sum += product;
                // So many that three traced rounds of a slow machine have dozens of samples of them.
                for (var i = 0; i < 8; i++) Kept = new Ballast();
            }
        }

        internal sealed class Ballast
        {
            public long A, B, C, D, E, F;
        }
        """;

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
    }

    [Fact]
    public void A_planted_method_and_a_planted_type_are_first_and_only_the_wanted_traces_stay()
    {
        Assert.True(planted.Compared.ExitCode is 0 or 1 or 3, planted.Compared.Error);
        var cell = Assert.Single(planted.Why.Cells);
        Assert.Null(cell.Problem);
        Assert.Equal(("Orders.Total", "workloads/MinimalApi/Hello.cs"), (cell.Cpu[0].Method, cell.Cpu[0].File));
        Assert.True(cell.Cpu[0].Low > 0, $"{cell.Cpu[0]}");
        var nodes = cell.Flame!.Nodes.Where(node => cell.Flame.Names[node.Name] == "Orders.Total").ToList();
        Assert.True(nodes.Sum(node => node.Head) > nodes.Sum(node => node.Base), $"{nodes.Count} nodes");
        Assert.Equal(("Ballast", "Orders.Total"), (cell.Allocations[0].Type, cell.Allocations[0].From));
        // One interval in twenty may miss the truth, by a little.
        Assert.InRange(8 * 64, 0.8 * cell.Allocations[0].Low, 1.2 * cell.Allocations[0].High);
        Assert.Contains("Orders.Total +", planted.Compared.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("why", planted.Left);
        Assert.Equal(2, planted.Left.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        Assert.Contains("Orders.Total", planted.Stacks, StringComparison.Ordinal);
        Assert.Empty(planted.Checkout.Worktrees);
    }

    /// <summary>Before .NET 10 another event, of another level, names the object at hand every 100 KB, so the type that is planted is most of what a
    /// request allocates.</summary>
    [Fact]
    public async Task A_confirming_job_has_fresh_rounds_and_canaries_of_its_own_and_leaves_the_cause_beside_its_documents_before_NET_10_as_well()
    {
        await PlantAsync(_checkout,
            "{ for (var i = 0; i < 200; i++) Orders.Total(500); return new { name = \"Rick\", message = \"Hello World\" }; }");
        var suspect = new Cell("hello-minimal", "net8.0", "workstation", MachineRecord.Current.Cpus.Count);
        var suspects = Path.Combine(_checkout.Root, "artifacts", SuspectsDocument.File.Name);
        SuspectsDocument.File.Write(suspects, new()
        {
            MostRounds = 20,
            Suspects = [new(suspect, []) { Metrics = [new("throughput", Suspicion.Worse, 90), new("cpuPerRequest", Suspicion.Worse, 90)] }],
        });

        var job = await RunAsync("compare", "HEAD~1", "HEAD", "--stage", "confirm", "--scenario", "hello-minimal", "--runtime", "net8.0",
            "--suspects", suspects, "--cells", suspect.Id, "--traces", "--slices", "20", "--warmup", "100ms", "--out", _program.Out);

        Assert.True(job.ExitCode == 0, job.Error);
        Assert.Contains("Confirming on another machine:", job.Error, StringComparison.Ordinal);
        var run = RunDocument.File.Read(Path.Combine(_program.Out, "run.json"));
        Assert.Equal(Stage.Confirm, run.Settings.Stage);
        Assert.Equal([(Side.Base, 0), (Side.Head, 0), (Side.Base, 1), (Side.Head, 1)], run.Variants.Select(variant => (variant.Side, variant.Twin)));
        Assert.Equal(Stage.Confirm, Assert.Single(ComparisonDocument.File.Read(Path.Combine(_program.Out, ComparisonDocument.File.Name)).Runs).Stage);
        Assert.Equal([1, 2, 3], run.Samples.Select(sample => sample.Round).Distinct().Take(DecisionLooks.InForce.FirstRounds));
        Assert.Equal(["SHA256SUMS", "comparison.json", $"{Cell.FileNameOf(suspect.Id)}-base.nettrace",
            $"{Cell.FileNameOf(suspect.Id)}-head.nettrace", SpeedscopeFile.NameOf(suspect.Id), "raw", "run.json", "why.json"],
                Directory.GetFileSystemEntries(_program.Out).Select(Path.GetFileName)
            .Order(StringComparer.Ordinal));
        Assert.InRange(new FileInfo(Path.Combine(_program.Out, WhyDocument.File.Name)).Length, 1, WhyDocument.Largest);

        var cell = Assert.Single(WhyDocument.File.Read(Path.Combine(_program.Out, WhyDocument.File.Name)).Cells);
        Assert.Null(cell.Problem);
        Assert.Equal(suspect.Id, cell.Cell);
        Assert.Equal(("Orders.Total", "workloads/MinimalApi/Hello.cs"), (cell.Cpu[0].Method, cell.Cpu[0].File));
        Assert.True(cell.Cpu[0].Low > 0, $"{cell.Cpu[0]}");
        Assert.Equal(("Ballast", "Orders.Total"), (cell.Allocations[0].Type, cell.Allocations[0].From));
        Assert.True(cell.Allocations[0].Low > 0, $"{cell.Allocations[0]}");
        Assert.Contains(cell.Notes, note => note.StartsWith("Before .NET 10 allocations are not sampled at random", StringComparison.Ordinal));
    }

    /// <summary>Of the working tree, in which it is not committed.</summary>
    [Fact]
    public async Task A_handler_so_short_that_it_has_no_code_of_its_own_is_named_with_its_line_and_a_comparison_leaves_all_its_documents()
    {
        await WriteAsync(_checkout, "{ Orders.Kept = new Ballast(); return new { name = \"Rick\", message = \"Hello World\" }; }");
        var compared = await RunAsync("compare", "HEAD", "--scenario", "hello-minimal", "--rounds", "3", "--slices", "20", "--warmup", "100ms",
            "--trace", "--out", _program.Out);

        Assert.True(compared.ExitCode is 0 or 1 or 3, compared.Error);
        var folder = Assert.Single(Directory.GetDirectories(_program.Out));
        var cell = Assert.Single(WhyDocument.File.Read(Path.Combine(folder, WhyDocument.File.Name)).Cells);
        Assert.Null(cell.Problem);
        Assert.Equal(("Ballast", "lambda in Hello.MapHello:11"), (cell.Allocations[0].Type, cell.Allocations[0].From));

        var verdict = VerdictDocument.File.Read(Path.Combine(folder, VerdictDocument.File.Name));
        Assert.Equal(verdict.ExitCode, compared.ExitCode);
        Assert.StartsWith("HEAD (", verdict.Base!.Label);
        Assert.Contains("hello-minimal", compared.Output, StringComparison.Ordinal);
        Assert.Contains("[1/1] hello-minimal--", compared.Error, StringComparison.Ordinal);
        Assert.Equal(["hello-minimal/net10.0/workstation/"], verdict.Cells.Select(one => one.Cell[..^2]).Distinct());
        Assert.True(File.Exists(Path.Combine(folder, ComparisonDocument.File.Name)));
        var run = RunDocument.File.Read(Path.Combine(folder, "run.json"));
        Assert.Equal([(Side.Base, 0), (Side.Head, 0), (Side.Base, 1), (Side.Head, 1)], run.Variants.Select(variant => (variant.Side, variant.Twin)));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
        Assert.Equal(2, run.Variants.Select(variant => variant.ArtifactHash).Distinct().Count());
        Assert.Empty(_checkout.Worktrees);
    }

    [Fact]
    public async Task Where_perf_fails_the_sampler_of_the_runtime_names_the_method_and_says_that_its_sizes_are_lower_bounds()
    {
        var broken = Path.Combine(planted.Checkout.Root, "artifacts", "broken");
        ProgramFile.Write(Path.Combine(broken, "perf"), "#!/bin/sh\necho asked >> \"$0.log\"\necho no permission >&2\nexit 129\n");
        var run = await File.ReadAllTextAsync(Path.Combine(planted.Folder, "run.json"));
        foreach (var kept in Directory.GetFiles(planted.Folder, "*.nettrace").Concat(Directory.GetFiles(planted.Folder, "*.speedscope.json")))
            File.Delete(kept);

        // As many traced rounds as users get: beside what else measures, this sampler sees too little in the few of the other tests.
        var why = await planted.RunAsync(["why", planted.Folder, "--traces", "--json"],
            ("PATH", $"{broken}:{Environment.GetEnvironmentVariable("PATH")}"), ("PERFMATRIX_FEWEST_TRACED_ROUNDS", ""));

        Assert.True(why.ExitCode == 0, why.Error);
        var stored = WhyDocument.File.Read(Path.Combine(planted.Folder, WhyDocument.File.Name));
        var cell = Assert.Single(stored.Cells);
        Assert.Null(cell.Problem);
        Assert.Equal(CpuProfiler.EventPipe, cell.Profiler);
        Assert.Equal(("Orders.Total", "workloads/MinimalApi/Hello.cs"), (cell.Cpu[0].Method, cell.Cpu[0].File));
        Assert.Equal(("Ballast", "Orders.Total"), (cell.Allocations[0].Type, cell.Allocations[0].From));
        Assert.Contains(WhyReport.Lines(stored), line => line.Contains("Orders.Total at least +", StringComparison.Ordinal));
        var shown = Assert.Single(WhyDocument.File.Parse(why.Output, "why").Cells);
        Assert.Equal((cell.Cell, cell.Cpu[0].Method, cell.Cpu[0].Low), (shown.Cell, shown.Cpu[0].Method, shown.Cpu[0].Low));
        Assert.Equal(run, await File.ReadAllTextAsync(Path.Combine(planted.Folder, "run.json")));
        Assert.False(Directory.Exists(Path.Combine(planted.Folder, "why")), "traces are left");
        Assert.Equal(2, Directory.GetFiles(planted.Folder, "*.nettrace").Length);
        Assert.Contains("Orders.Total", await File.ReadAllTextAsync(Assert.Single(Directory.GetFiles(planted.Folder, "*.speedscope.json"))),
            StringComparison.Ordinal);
        Assert.Empty(planted.Checkout.Worktrees);
        Assert.Equal(["asked", "asked"], await File.ReadAllLinesAsync(Path.Combine(broken, "perf.log")));
        Assert.Contains(cell.Notes, note => note.Contains("no permission", StringComparison.Ordinal)
            && note.EndsWith("and may miss part of the time.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Diagnostics_that_are_switched_off_and_processes_that_die_are_said_and_the_verdict_stands()
    {
        await PlantAsync(_checkout, "{ if (Environment.GetEnvironmentVariable(\"PERFMATRIX_TRACED\") is not null && ++Orders.Sum > 2_000 "
            + "&& Environment.GetEnvironmentVariable(\"DOTNET_EnableDiagnostics\") is null) Environment.FailFast(\"planted\"); return new { name "
                + "= \"Rick\", message = \"Hello World\" }; }");
        var died = await RunAsync("compare", "HEAD~1", "HEAD", "--scenario", "hello-minimal", "--rounds", "3", "--slices", "20", "--warmup", "100ms",
            "--trace",
            "--out", _program.Out);
        var folder = Assert.Single(Directory.GetDirectories(_program.Out));
        var verdict = await File.ReadAllTextAsync(Path.Combine(folder, VerdictDocument.File.Name));
        var matrix = Path.Combine(_checkout.Root, "crank", "matrix.yml");
        // Only the process itself knows this switch, so a traced round has to find it out.
        await File.WriteAllTextAsync(matrix, (await File.ReadAllTextAsync(matrix)).Replace("        DOTNET_gcServer: \"0\"",
            "        DOTNET_EnableDiagnostics: \"1\"\n        DOTNET_EnableDiagnostics_IPC: \"0\"\n        DOTNET_gcServer: \"0\"",
            StringComparison.Ordinal));
        var silent = await RunAsync("why", folder);

        Assert.Matches(@"not explained: 0 of 5 traced rounds were good, 3 are needed\. The verdict stands\.", died.Output);
        Assert.Matches(@"[1-5] traced rounds? left out: hello-minimal/\S+: The application died", died.Output);
        Assert.Equal(3, silent.ExitCode);
        Assert.Contains("not explained: the application gives no events: diagnostics are switched off in it", silent.Output,
            StringComparison.Ordinal);
        Assert.Equal(verdict, await File.ReadAllTextAsync(Path.Combine(folder, VerdictDocument.File.Name)));

        // The usual switch is known before any round. Where there is no room for the explanation, it is shown all the same.
        await File.WriteAllTextAsync(matrix, (await File.ReadAllTextAsync(matrix)).Replace(
            "DOTNET_EnableDiagnostics: \"1\"", "DOTNET_EnableDiagnostics: \"0\"", StringComparison.Ordinal));
        File.Delete(Path.Combine(folder, WhyDocument.File.Name));
        Directory.CreateDirectory(Path.Combine(folder, WhyDocument.File.Name));
        var unwritten = await RunAsync("why", folder);
        Assert.Equal(3, unwritten.ExitCode);
        Assert.Contains("not explained: the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0).",
            unwritten.Output, StringComparison.Ordinal);
        Assert.Contains("why.json: cannot write: ", unwritten.Error, StringComparison.Ordinal);
    }

    private static async Task PlantAsync(ScratchCheckout checkout, string handler)
    {
        await WriteAsync(checkout, handler);
        checkout.Commit("planted");
    }

    private static async Task WriteAsync(ScratchCheckout checkout, string handler)
    {
        var good = await File.ReadAllTextAsync(checkout.Handler);
        Assert.Contains(Handler, good, StringComparison.Ordinal);
        await File.WriteAllTextAsync(checkout.Handler, good.Replace(Handler, $"() => {handler}", StringComparison.Ordinal) + Planted);
    }

    private Task<TheProgram.Outcome> RunAsync(params string[] arguments) => _program.RunAsync(arguments, _checkout.Root);

    /// <summary>A commit that makes every request call a method that takes time and allocates, compared with the one before and explained.</summary>
    public sealed class PlantedCommit : IAsyncLifetime
    {
        private readonly TheProgram _program = new();

        internal ScratchCheckout Checkout { get; } = new();

        internal TheProgram.Outcome Compared { get; private set; } = null!;

        /// <summary>Where the comparison is.</summary>
        internal string Folder { get; private set; } = "";

        /// <summary>What the comparison itself found; a test explains it again.</summary>
        internal WhyDocument Why { get; private set; } = null!;

        /// <summary>Names of what the comparison left in its folder.</summary>
        internal IReadOnlyList<string> Left { get; private set; } = [];

        /// <summary>The file for speedscope.</summary>
        internal string Stacks { get; private set; } = "";

        public async ValueTask InitializeAsync()
        {
            await PlantAsync(Checkout, "{ Orders.Total(100_000); return new { name = \"Rick\", message = \"Hello World\" }; }");
            Compared = await RunAsync(["compare", "HEAD~1", "HEAD", "--scenario", "hello-minimal", "--rounds", "3", "--slices", "20", "--warmup",
                "100ms", "--trace", "--traces", "--out", _program.Out]);
            Assert.True(Directory.GetDirectories(_program.Out).Length == 1, Compared.Output + Compared.Error);
            Folder = Directory.GetDirectories(_program.Out)[0];
            Why = WhyDocument.File.Read(Path.Combine(Folder, WhyDocument.File.Name));
            Left = [.. Directory.GetFileSystemEntries(Folder).Select(entry => Path.GetFileName(entry))];
            Stacks = await File.ReadAllTextAsync(Assert.Single(Directory.GetFiles(Folder, "*.speedscope.json")));
        }

        public ValueTask DisposeAsync()
        {
            _program.Dispose();
            Checkout.Dispose();
            return ValueTask.CompletedTask;
        }

        internal Task<TheProgram.Outcome> RunAsync(string[] arguments, params (string Name, string Value)[] environment) =>
            _program.RunAsync(arguments, Checkout.Root, environment);
    }
}
