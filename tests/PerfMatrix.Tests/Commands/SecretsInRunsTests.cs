using System.Text;
using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Commands;

/// <summary>Real blocks, with the driver that the command line makes, of programs that tell a secret variable wherever they can.</summary>
public sealed class SecretsInRunsTests : IDisposable
{
    // As JSON it looks otherwise than it is. Words, because four digits are found by chance among the figures of a run.
    private const string Secret = "open \"sesame\" <rumpelstiltskin>";

    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();

    public void Dispose()
    {
        _output.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task An_application_that_prints_a_secret_and_dies_leaves_no_trace_of_it()
    {
        var path = BuiltProgram.Path("FaultyApplication");
        var environment = new Dictionary<string, string> { ["FAULT"] = Secret };
        var run = await MeasureAsync(
            new Application(Path.GetDirectoryName(path)!, Path.GetFileName(path), [], environment, "/", TimeSpan.FromSeconds(60)));

        Assert.Equal(VariantStatus.Failed, Assert.Single(run.Variants).Status);
        Assert.Contains(
            "FAULT=***", File.ReadAllText(Assert.Single(Directory.GetFiles(_folder.Root, "block-1c-1.json", SearchOption.AllDirectories))));
        AssertNoTrace(run);
    }

    [Theory]
    [InlineData("Works", VariantStatus.Measured)]
    [InlineData("Throws", VariantStatus.Failed)]
    [InlineData("Missing", VariantStatus.Failed)]
    public async Task A_case_of_BenchmarkDotNet_that_tells_a_secret_leaves_no_trace_of_it(string name, VariantStatus status)
    {
        var run = await MeasureAsync(Benchmarks(), name);

        Assert.Equal(status, Assert.Single(run.Variants).Status);
        AssertNoTrace(run);
    }

    private async Task<RunDocument> MeasureAsync(Application application, string? benchmark = null)
    {
        var block = RunSamples.BlockOf("block-1c", [RunSamples.CellOf("net10.0", "workstation", cores: 1)]);
        var plan = new Plan([new PlannedCell(block.Variants[0].Cell, CellStatus.Planned, null)], [block]);
        var folder = RunFolder.Create(_folder.Root, "20261122T120000000Z-5ec7");
        var choice = new DriverChoice("local", Checkout.Root, new ProfileChoice("local")
        {
            Variables = new Dictionary<string, string> { ["dbPassword"] = Secret },
        });
        await using var driver = choice.Create(folder);
        var builder = new RunBuilder(RunSamples.Header(0), plan);
        var session = ScriptedStage.OfBlocks(driver, [block], builder, block => Setup(block, application) with { BenchmarkCase = benchmark }, folder);

        var run = await session.MeasureAsync(
            null, new LineProgress(_output, TimeProvider.System, session.Estimates()), TestContext.Current.CancellationToken);
        HtmlReport.Write(folder.HtmlReport, folder.Document, run, new GatePolicy());
        return run;
    }

    private static BlockSetup Setup(Block block, Application application) => new(
        block,
        new Dictionary<string, Application> { [block.Variants[0].Id] = application },
        new LoadSettings { Connections = 1 },
        MeasureSamples.Shortest,
        [],
        []);

    /// <summary>A script in place of a BenchmarkDotNet project: its log and its full JSON have the secret where that of 0.14.0 has parameters and
    /// exceptions.</summary>
    private Application Benchmarks()
    {
        var folder = Directory.CreateDirectory(_folder["benchmarks"]).FullName;
        var json = Secret.Replace("\"", "\\\"", StringComparison.Ordinal);
        ProgramFile.Write(Path.Combine(folder, "app"), $$$"""
            #!/bin/sh
            while [ "$1" != --artifacts ]; do shift; done
            mkdir -p "$2/results"
            cat > "$2/results/x-report-full.json" <<'END'
            {"Benchmarks":[
            {"Method":"Works","FullName":"T.Works(p: {{{json}}})","DisplayInfo":"T.Works: [p={{{json}}}]","Parameters":"p={{{json}}}","{{{json}}}":[1],"Statistics":{"Mean":1.5,"StandardDeviation":0.1,"N":3},"Memory":null,"Metrics":[]},
            {"Method":"Throws","FullName":"T.Throws(p: {{{json}}})","DisplayInfo":"T.Throws: [p={{{json}}}]","Statistics":null,"Memory":null,"Metrics":[]}
            ]}
            END
            echo 'cannot log in with {{{Secret}}}'
            exit 1
            """);
        return new Application(folder, "app", [], new Dictionary<string, string>(), "/", TimeSpan.Zero);
    }

    private void AssertNoTrace(RunDocument run)
    {
        Assert.NotEmpty(Directory.GetFiles(_folder.Root, "run.json", SearchOption.AllDirectories));
        var said = Directory.EnumerateFiles(_folder.Root, "*", SearchOption.AllDirectories)
            .Where(path => !path.StartsWith(_folder["benchmarks"], StringComparison.Ordinal))
            .Select(path => (Name: Path.GetFileName(path), Text: File.ReadAllText(path, Encoding.UTF8)))
            .Append(("output", _output.ToString()))
            .Append(("table", DocumentJson.Text(ReportBuilder.Build(run))));
        // The word inside stands for the whole, however that was escaped.
        Assert.All(said, each => Assert.False(each.Item2.Contains("sesame", StringComparison.Ordinal)
            || each.Item2.Contains("rumpelstiltskin", StringComparison.Ordinal), $"{each.Item1} tells the secret"));
    }
}
