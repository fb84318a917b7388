using System.Globalization;
using CsvHelper;
using PerfMatrix.Reporting.Exports;

namespace PerfMatrix.Tests.Reporting.Exports;

/// <summary>What is written is read back by CsvHelper, a reader of others.</summary>
public sealed class SampleTableTests
{
    [Fact]
    public void Every_sample_comes_back_as_it_was()
    {
        var run = ExportSamples.WithReference();

        var rows = Rows(run);

        var read = rows.GroupBy(row => (Block: row["block"], Id: VariantOf(row), Round: int.Parse(row["round"], CultureInfo.InvariantCulture)))
            .Select(sample => new SampleRecord(sample.Key.Id, sample.Key.Round, sample.ToDictionary(
                row => row["metric"], row => double.Parse(row["value"], CultureInfo.InvariantCulture)), sample.Key.Block));
        Assert.Equal(run.Samples.Select(Line), read.Select(Line));
    }

    [Fact]
    public void A_row_has_its_axes_and_its_unit()
    {
        var row = Rows(ExportSamples.Run).First(row => row["cell"] == "hello-minimal/net10.0/server/2c" && row["metric"] == "cpuPerRequest");

        Assert.Equal(["hello-minimal", "net10.0", "server", "2", "none", "none"], Axis.All.Select(axis => row[axis.Name]));
        Assert.Equal(("us", "10.0.12", "head", "0"), (row["unit"], row["runtimeVersion"], row["side"], row["twin"]));
    }

    [Fact]
    public void A_name_with_commas_quotes_and_line_ends_stays_one_field()
    {
        const string Hostile = "a,\"b\"\r\nc";
        var run = ExportSamples.Run with { Id = Hostile };

        Assert.All(Rows(run), row => Assert.Equal(Hostile, row["run"]));
    }

    private static List<Dictionary<string, string>> Rows(RunDocument run)
    {
        using var reader = new CsvReader(new StringReader(SampleTable.Of([run]).Text), CultureInfo.InvariantCulture);
        reader.Read();
        reader.ReadHeader();
        var rows = new List<Dictionary<string, string>>();
        while (reader.Read()) rows.Add(reader.HeaderRecord!.ToDictionary(name => name, name => reader.GetField(name)!));
        return rows;
    }

    private static string VariantOf(Dictionary<string, string> row) => row["side"] == "head" ? row["cell"] : $"{row["cell"]}@{row["side"]}";

    private static string Line(SampleRecord sample) => string.Create(CultureInfo.InvariantCulture,
        $"{sample.Block} {sample.Variant} {sample.Round} {string.Join(' ', sample.Metrics.Select(metric => $"{metric.Key}={metric.Value:R}"))}");
}
