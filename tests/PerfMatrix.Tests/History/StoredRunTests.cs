using System.Text;
using PerfMatrix.History;

namespace PerfMatrix.Tests.History;

public sealed class StoredRunTests
{
    private const string Table = "reports/samples/history/table.json";

    [Fact]
    public void A_run_of_the_first_version_reads_as_the_same_run_of_the_second()
    {
        var (first, second) = (Read("reports/samples/history/run-v1.json"), Read("reports/samples/history/run-v2.json"));

        Assert.Equal(HistoryJson.RunSchemaVersion, first.SchemaVersion);
        Assert.Equal(Text(WithoutDots(second)), Text(WithoutDots(first)));
        Assert.All(second.Rounds!, metric => Assert.All(
            metric.Value.Zip(first.Rounds![metric.Key]),
            dots => Assert.All(dots.First.Stored.Zip(dots.Second.Stored), dot => Assert.InRange(dot.Second!.Value, dot.First!.Value - 2, dot.First.Value + 2)))); // the first version had three digits
    }

    [Fact]
    public void A_run_of_this_version_is_written_as_it_was_read() =>
        Assert.Equal(File.ReadAllText(Checkout.File("reports/samples/history/run-v2.json")), Text(Read("reports/samples/history/run-v2.json")));

    [Fact]
    public void A_rebuild_leaves_the_files_of_runs_of_an_older_version_as_they_are()
    {
        var files = new MemoryFiles();
        var run = Read("reports/samples/history/run-v1.json");
        var changes = new FileChanges();
        changes.Set(HistoryPaths.Run(run.Id), File.ReadAllBytes(Checkout.File("reports/samples/history/run-v1.json")));
        changes.Set(HistoryPaths.Table(run.Table), File.ReadAllBytes(Checkout.File(Table)));
        files.Apply(changes);

        var rebuilt = Rebuilding.Rebuild(files);
        files.Apply(rebuilt);

        Assert.DoesNotContain(HistoryPaths.Run(run.Id), rebuilt.Files.Keys);
        Assert.Equal(1, new HistoryStore(files).Index.Runs);
        Assert.Equal([], HistoryCheck.Of(files).Stale);
    }

    [Fact]
    public void Dots_are_nearer_to_the_values_than_three_digits_whatever_the_unit()
    {
        var random = new Random(1);
        for (var trial = 0; trial < 1000; trial++)
        {
            var median = SignificantDigits.Round(Math.Pow(10, (random.NextDouble() * 14) - 4))!.Value;
            double?[] values = [.. Enumerable.Range(0, 6).Select(_ => (double?)(median * (0.5 + random.NextDouble()))), null];

            var read = RoundDots.Of(values, median).Values(median);

            Assert.All(values.Zip(read).SkipLast(1), pair => Assert.InRange(Math.Abs(pair.Second!.Value - pair.First!.Value) / median, 0, 0.0011));
            Assert.Null(read[^1]);
        }
    }

    [Fact]
    public void Values_around_a_median_of_zero_stand_themselves()
    {
        double?[] values = [0, 0, 3.5, null];

        Assert.Equal(values, RoundDots.Of(values, 0).Values(0));
        Assert.Equal(values, RoundDots.Of(values, null).Values(null));
    }

    private static StoredRun Read(string sample) => HistoryJson.Read<StoredRun>(sample, File.ReadAllBytes(Checkout.File(sample)));

    private static StoredRun WithoutDots(StoredRun run) => run with { Rounds = null };

    private static string Text(StoredRun run) => Encoding.UTF8.GetString(HistoryJson.Write(run));
}
