using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Results;

public sealed class SchemaTests
{
    private static readonly JsonElement s_schema = SchemaCheck.Published("run");

    [Theory]
    [InlineData(typeof(RunDocument), "run")]
    [InlineData(typeof(ComparisonDocument), "comparison")]
    [InlineData(typeof(VerdictDocument), "verdict")]
    [InlineData(typeof(SuspectsDocument), "suspects")]
    [InlineData(typeof(WhyDocument), "why")]
    [InlineData(typeof(GcDocument), "gc")]
    [InlineData(typeof(BisectDocument), "bisect")]
    public void The_published_schema_is_that_of_the_type(Type document, string name) =>
        Approval.VerifyFile(PublishedSchemas.Of(document, name), Checkout.File($"reports/schema/{name}.v1.schema.json"));

    [Fact]
    public void What_is_written_is_what_the_schema_says() => SchemaCheck.AssertFits("run", RunDocument.File.Format(SampleRun.Create()));

    [Fact]
    public void A_limit_is_in_the_cells_that_have_one_and_in_no_other()
    {
        var run = SampleRun.Create();
        var limited = run.Variants[0] with { Cell = run.Variants[0].Cell with { Memory = new(512 << 20), CpuLimit = new(500) } };
        var text = RunDocument.File.Format(run with { Variants = [limited, .. run.Variants.Skip(1)] });

        SchemaCheck.AssertFits("run", text);
        var cells = JsonElement.Parse(text).GetProperty("variants").EnumerateArray().Select(variant => variant.GetProperty("cell")).ToList();
        Assert.Equal(536870912, cells[0].GetProperty("memoryBytes").GetInt64());
        Assert.Equal(500, cells[0].GetProperty("cpuMillicores").GetInt32());
        Assert.All(cells.Skip(1), cell => Assert.False(cell.TryGetProperty("memoryBytes", out _) || cell.TryGetProperty("cpuMillicores", out _)));
        Assert.Equal(limited.Cell, RunDocument.File.Parse(text, "run.json").Variants[0].Cell);
        Assert.Null(RunDocument.File.Parse(text, "run.json").Variants[1].Cell.Memory);
    }

    [Fact]
    public void Timelines_rates_programs_and_starts_are_what_the_schema_says()
    {
        var file = new RawFile("raw/b-1.json", new string('0', 64));
        var rate = new RateOutcome
        {
            Schedule = "300/7m",
            Planned = TimeSpan.FromMinutes(7),
            Scheduled = 126_000,
            Sent = 126_000,
            Late = 3,
            MaximumLag = TimeSpan.FromMilliseconds(140),
            Behind = 0,
        };
        var run = SampleRun.Create() with
        {
            Timelines = [new TimelineRecord("v", "b", 1, file)],
            Rates = [new RateRecord("v", "b", 1, rate.IsSustained, rate)],
            Programs = [new ProgramRecord(new string('a', 64), [new("package", "Dapper", "2.1.35")], ["property"])],
            Starts = new Dictionary<string, IReadOnlyDictionary<string, string>>
            {
                ["v"] = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1" },
            },
        };
        var text = RunDocument.File.Format(run);

        SchemaCheck.AssertFits("run", text);
        Assert.Equivalent(run.Rates, RunDocument.File.Parse(text, "run.json").Rates);
        Assert.Equivalent(run.Programs, RunDocument.File.Parse(text, "run.json").Programs);
        Assert.Equal("1", RunDocument.File.Parse(text, "run.json").Starts!["v"]["DOTNET_gcServer"]);
    }

    [Theory]
    [InlineData("\"complete\": false", "\"complete\": 0", "$.complete")]
    [InlineData("\"status\":\"measured\"", "\"status\":\"Measured\"", "$.variants[0].status")]
    [InlineData("\"round\":1", "\"round\":1.5", "$.samples[0].round")]
    [InlineData("\"sha256\":", "\"sha512\":", "$.blocks[0].rounds[0].raw: has no sha256")]
    [InlineData("\"warnings\"", "\"warning\"", "$: has no warnings")]
    public void The_check_finds_a_difference(string found, string replacement, string expected)
    {
        var text = RunDocument.File.Format(SampleRun.Create());
        var at = text.IndexOf(found, StringComparison.Ordinal);
        var changed = JsonElement.Parse(text[..at] + replacement + text[(at + found.Length)..]);

        Assert.Contains(SchemaCheck.Problems(s_schema, changed), problem => problem.StartsWith(expected, StringComparison.Ordinal));
    }

    [Fact]
    public void The_stored_sample_is_what_the_generator_makes()
    {
        var path = Checkout.File("reports/samples/run.json");
        var generated = RunDocument.File.Format(SampleRun.CreateStored());
        if (File.Exists(path) && Rounded(File.ReadAllText(path)) == Rounded(generated)) return;
        File.WriteAllText(Checkout.File("reports/samples/run.received.json"), generated);
        Assert.Fail($"The sample is out of date. If the new one is right: mv {Checkout.File("reports/samples/run.received.json")} {path}");
    }

    [Fact]
    public void The_stored_sample_of_version_1_still_reads()
    {
        var run = RunDocument.File.Read(Checkout.File("reports/samples/run.json"));

        Assert.Equal(11, run.Variants.Count);
        Assert.Equal(VariantStatus.NotApplicable, run.Variants[^1].Status);
    }

    /// <summary>The last digits of logarithms are another machine's business.</summary>
    private static string Rounded(string text) =>
        Regex.Replace(text, @"-?\d+\.\d+(E-?\d+)?", number => double.Parse(number.Value, CultureInfo.InvariantCulture)
            .ToString("G9", CultureInfo.InvariantCulture));
}
