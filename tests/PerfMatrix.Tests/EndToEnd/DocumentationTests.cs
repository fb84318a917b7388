using System.Diagnostics;
using PerfMatrix.Gate;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>Every command in a <c>sh</c> block of README.md, docs/*.md and crank/*.md runs in a checkout of its own.
/// <see cref="DocumentedCommands"/> states what is added to slow ones.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class DocumentationTests(DocumentationTests.Place place) : IClassFixture<DocumentationTests.Place>
{
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(8);

    public static TheoryData<string> Commands => [.. DocumentedCommands.All];

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Every_documented_command_works(string command)
    {
        var setting = DocumentedCommands.SettingOf(command);
        Assert.SkipWhen(setting.NotRunBecause is not null, setting.NotRunBecause ?? "");
        place.MakeSampleTheNewestRun();
        if (setting.After is { } first)
            await OnceAsync(first);

        var (exitCode, output) = await OnceAsync(command);

        Assert.True(setting.StopsAfter is not null
            || setting.ExitCodes.Contains(exitCode), $"{setting.AppliedTo(command)} ended with code {exitCode}:\n{output}");
    }

    /// <summary>What a command leaves that nothing else runs.</summary>
    [Fact]
    public async Task Two_values_of_an_axis_are_compared_in_one_block()
    {
        await OnceAsync("scripts/perfmatrix compare --runtime net8.0..net10.0 --gc server");

        var folder = Assert.Single(Directory.GetDirectories(Path.Combine(place.Checkout.Root, "artifacts", "runs")), run =>
            ComparisonDocument.File.Beside(run)?.Cells is [{ Runtime: "net8.0..net10.0" }]);
        Assert.Equal([("net8.0", 0), ("net8.0", 1), ("net10.0", 0), ("net10.0", 1)],
            RunDocument.File.Read(Path.Combine(folder, "run.json")).Variants.Select(variant => (variant.Cell.Runtime, variant.Twin)));
        Assert.All(RunDocument.File.Read(Path.Combine(folder, "run.json")).Variants,
            variant => Assert.Equal(VariantStatus.Measured, variant.Status));
    }

    [Fact]
    public void Every_script_that_is_shown_can_be_executed() =>
        Assert.All(DocumentedCommands.All.Select(command => command.Split(' ')[0])
            .Where(word => word.StartsWith("scripts/", StringComparison.Ordinal))
            .Distinct(), script => Assert.True(File.GetUnixFileMode(Checkout.File(script)).HasFlag(UnixFileMode.UserExecute), script));

    [Fact]
    public void Every_setting_belongs_to_a_command_that_is_shown() => Assert.Empty(DocumentedCommands.Forgotten);

    [Fact]
    public void The_README_shows_how_to_run_and_how_to_test() => Assert.Superset(new HashSet<string>
    {
        "scripts/perfmatrix run", "scripts/test",
    }, DocumentedCommands.All.ToHashSet());

    /// <summary>Runs a command, unless another that needs it has run it here already.</summary>
    private async Task<(int ExitCode, string Output)> OnceAsync(string command)
    {
        var setting = DocumentedCommands.SettingOf(command);
        var applied = setting.AppliedTo(command);
        if (!place.Ended.TryGetValue(applied, out var outcome))
            place.Ended[applied] = outcome = await RunAsync(applied, setting.StopsAfter);
        return outcome;
    }

    private async Task<(int ExitCode, string Output)> RunAsync(string command, string? stopsAfter)
    {
        var start = new ProcessStartInfo("bash", ["-c", $"{command} 2>&1"]) { RedirectStandardOutput = true, WorkingDirectory = place.Checkout.Root };
        start.Environment["PERFMATRIX_PROGRAM"] = Checkout.Program;
        using var process = Process.Start(start)!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(s_longest);
        var lines = new List<string>();
        try
        {
            while (await process.StandardOutput.ReadLineAsync(limit.Token) is { } line)
            {
                lines.Add(line);
                if (stopsAfter is not null && line.StartsWith(stopsAfter, StringComparison.Ordinal)) return (0, "");
            }

            await process.WaitForExitAsync(limit.Token);
            Assert.True(stopsAfter is null, $"{command} ended by itself:\n{string.Join('\n', lines)}");
            return (process.ExitCode, string.Join('\n', lines));
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }

    /// <summary>A checkout with a history: v1.0, a commit that makes the minimal API slow, one that makes it fast again and has a comment, and one
    /// without the comment. So what is measured of the working tree is fast, and was published for other tests. Beside it are a remote, and a
    /// repository that has an ASP.NET Core project.</summary>
    public sealed class Place : IDisposable
    {
        private const string Answer = "new { name = \"Rick\", message = \"Hello World\" }";

        public Place()
        {
            Checkout.SwitchDiagnosticsOff();
            // What a busy machine makes the gate doubt goes on for one round instead of 17; what is slow here is worse after it.
            Checkout.Replace("gate.yml", "\nundecided: fail ", "\nmostRounds: 4\nundecided: fail ");
            // Where the load generator has CPUs of its own, paced slices would take most of a round.
            Checkout.Replace("matrix.yml", "\n  paced: { slices: auto, ", "\n  paced: { slices: 0, ");
            Checkout.LowerConnections();
            // Then a process of a benchmark takes little more time than its start.
            Checkout.Replace("micro.benchmarks.yml", "--job short --iterationTime 100 --iterationCount 10", "--job dry");
            File.WriteAllText(Path.Combine(Checkout.Root, "data.js"), DataOfActionBenchmark());
            Checkout.Commit("gives no events, and measures little");
            Checkout.Git("tag", "v1.0");
            var handler = File.ReadAllText(Checkout.Handler);
            Commit("slow", handler.Replace(Answer, $"{{ Thread.Sleep(2); return {Answer}; }}", StringComparison.Ordinal));
            Commit("fast again, with a comment", handler + ScratchCheckout.Comment);
            Commit("without the comment", handler);
            new Git(Beside("origin.git")).Ask("init", "-q", "--bare");
            Checkout.Git("remote", "add", "origin", Beside("origin.git"));
            AddProject(Beside("my-repository"));
        }

        internal ScratchCheckout Checkout { get; } = new("scripts", ".github", ".config");

        /// <summary>How the commands ended that have run here, each as it was run.</summary>
        internal Dictionary<string, (int ExitCode, string Output)> Ended { get; } = [];

        public void Dispose() => Checkout.Dispose();

        /// <summary>The run that <c>report</c> and <c>publish</c> take; it has all runtimes and GC modes that the pages name.</summary>
        internal void MakeSampleTheNewestRun()
        {
            var folder = Path.Combine(Checkout.Root, "artifacts", "runs", "99991231T235959999Z-9999");
            Directory.CreateDirectory(folder);
            File.Copy(PerfMatrix.Tests.Checkout.File("reports/samples/run.json"), Path.Combine(folder, "run.json"), overwrite: true);
        }

        private void Commit(string message, string handler)
        {
            File.WriteAllText(Checkout.Handler, handler);
            Checkout.Commit(message);
        }

        /// <summary>A series of github-action-benchmark that is long enough for steps to be put into it.</summary>
        private static string DataOfActionBenchmark()
        {
            var runs = Enumerable.Range(1, 60).Select(run =>
                $$"""{"commit":{"id":"{{run:x8}}"},"date":{{run * 86_400_000L}},"benches":[{"name":"a","unit":"ns","value":{{200 + (run * 7 % 5)}}}]}""");
            return $$$"""window.BENCHMARK_DATA = {"entries":{"suite":[{{{string.Join(',', runs)}}}]}};""";
        }

        private string Beside(string name) => Directory.CreateDirectory(Path.Combine(Checkout.Root, "..", name)).FullName;

        private static void AddProject(string folder)
        {
            File.WriteAllText(Path.Combine(folder, "Shop.csproj"),
                """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
            File.WriteAllText(Path.Combine(folder, "Program.cs"),
                """var app = WebApplication.CreateBuilder(args).Build(); app.MapGet("/", () => "hello"); app.Run();""");
        }
    }
}
