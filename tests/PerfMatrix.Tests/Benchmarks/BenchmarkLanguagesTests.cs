using PerfMatrix.Shared.Benchmarks;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Benchmarks;

/// <summary>Real builds and runs of small projects as people write them, in each language, whose Main reads arguments or does not.</summary>
[Trait("kind", "processes")]
public sealed class BenchmarkLanguagesTests : IDisposable
{
    /// <summary>Hands nothing on, and runs one class after the other.</summary>
    private const string CSharp = """
        using BenchmarkDotNet.Attributes;
        using BenchmarkDotNet.Running;

        namespace Shop;

        public static class Program
        {
            public static void Main()
            {
                BenchmarkRunner.Run<Prices>();
                BenchmarkRunner.Run<Names>();
            }
        }

        public class Prices
        {
            [Params(1_000_000, 2_000_000)] public int Count { get; set; }
            [Benchmark] public int[] List() => new int[Count];
        }

        public class Names
        {
            [Benchmark] public string Line() => new('a', 10);
        }
        """;

    /// <summary>Runs all benchmarks of its assembly, and hands nothing on.</summary>
    private const string VisualBasic = """
        Imports BenchmarkDotNet.Attributes
        Imports BenchmarkDotNet.Running

        Public Class Prices
            <Params(1000000, 2000000)>
            Public Property Count As Integer

            <Benchmark>
            Public Function List() As Integer()
                Return New Integer(Count - 1) {}
            End Function
        End Class

        Public Class Names
            <Benchmark>
            Public Function Line() As String
                Return New String("a"c, 10)
            End Function
        End Class

        Module Program
            Sub Main()
                BenchmarkRunner.Run(GetType(Prices).Assembly)
            End Sub
        End Module
        """;

    /// <summary>Hands its arguments on.</summary>
    private const string FSharp = """
        namespace Shop

        open BenchmarkDotNet.Attributes
        open BenchmarkDotNet.Running

        type Prices() =
            [<Params(1000000, 2000000)>]
            member val Count = 0 with get, set

            [<Benchmark>]
            member this.List() : int[] = Array.zeroCreate this.Count

        type Names() =
            [<Benchmark>]
            member _.Line() = System.String('a', 10)

        module Program =
            [<EntryPoint>]
            let main arguments =
                BenchmarkSwitcher.FromAssembly(typeof<Prices>.Assembly).Run(arguments) |> ignore
                0
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("cs")]
    [InlineData("vb")]
    [InlineData("fs")]
    public async Task All_benchmarks_that_a_Main_runs_are_found_and_one_of_them_is_measured_alone_in_its_process(string language)
    {
        var program = await PublishAsync(language, language switch { "cs" => CSharp, "vb" => VisualBasic, _ => FSharp });

        var found = await Process.FindAsync(program, [BenchmarkCase.Of("*")], TestContext.Current.CancellationToken);
        var measured = await Process.RunAsync(
            program, [BenchmarkCase.Of("Prices.List(Count: 2000000)")], [], TestContext.Current.CancellationToken);

        Assert.True(found.Entries.Count == 3, found.LastLines);
        Assert.Equal(
            ["Names.Line", "Prices.List(Count: 1000000)", "Prices.List(Count: 2000000)"], BenchmarkCase.NamesOf(found.Entries).Order());
        AssertMeasured(measured, "Shop.Prices.List(Count: 2000000)");
        Assert.InRange(measured.Entries[0].Result!.AllocatedBytes!.Value, 8_000_000, 8_100_000);
    }

    [Fact]
    public async Task A_Main_with_an_argument_of_its_own_hands_on_the_others_and_measures_in_its_process_too()
    {
        const string switcher = "BenchmarkSwitcher.FromAssembly(typeof(Prices).Assembly).Run(args[1..]);";
        var source = CSharp
            .Replace("Main()", "Main(string[] args)", StringComparison.Ordinal)
            .Replace("BenchmarkRunner.Run<Prices>();", switcher, StringComparison.Ordinal)
            .Replace("BenchmarkRunner.Run<Names>();", "", StringComparison.Ordinal);
        var program = await PublishAsync("cs", source, "--warehouse");

        AssertMeasured(
            await Process.RunAsync(program, [BenchmarkCase.Of("Names.Line")], [], TestContext.Current.CancellationToken), "Shop.Names.Line");
    }

    private static void AssertMeasured(BenchmarkOutcome outcome, string name)
    {
        var entry = Assert.Single(outcome.Entries);
        Assert.Equal(name, entry.FullName);
        Assert.Contains("Toolchain=InProcessEmitToolchain", entry.DisplayInfo, StringComparison.Ordinal);
        // What the arguments of the job say.
        Assert.Equal(2, entry.Result?.Iterations);
    }

    private BenchmarkProcess Process => new(_folder["run"]);

    private async Task<BenchmarkProgram> PublishAsync(string language, string source, params string[] own)
    {
        var project = OwnBenchmarks.Project
            .Replace("<ItemGroup>", language == "fs" ? "<ItemGroup><Compile Include=\"Program.fs\" />" : "<ItemGroup>", StringComparison.Ordinal);
        var file = _folder.Write($"Shop/Shop.{language}proj", project);
        _folder.Write($"Shop/Program.{language}", source);
        var publication = await PublishedWorkloads.PublishAsync(file, "net10.0", PublishArguments.MeasureInProcess(file));
        return new BenchmarkProgram(Path.Combine(publication.Folder, publication.Executable),
            [.. own, "--invocationCount", "16", "--warmupCount", "1", "--iterationCount", "2"], new Dictionary<string, string>());
    }
}
