using System.Text;
using PerfMatrix.History;

namespace PerfMatrix.Tests.History;

public sealed class StoredRunTests
{
    [Fact]
    public void A_run_of_this_version_is_written_as_it_was_read() =>
        Assert.Equal(File.ReadAllText(Checkout.File("reports/samples/history/run-v2.json")), Text(Read("reports/samples/history/run-v2.json")));

    [Fact]
    public void A_run_of_another_version_is_refused_and_says_what_to_do()
    {
        var text = File.ReadAllText(Checkout.File("reports/samples/history/run-v2.json"));
        string ProblemOf(int version) => Assert.Throws<HistoryException>(() =>
            HistoryJson.Read<StoredRun>("run.json",
                Encoding.UTF8.GetBytes(text.Replace("\"schemaVersion\":2", $"\"schemaVersion\":{version}", StringComparison.Ordinal)))).Message;

        Assert.Equal("run.json: schemaVersion is 1, this perfmatrix reads 2. Remove the file, and publish its document again", ProblemOf(1));
        Assert.Equal("run.json: schemaVersion is 3, this perfmatrix reads 2. Use a newer perfmatrix.", ProblemOf(3));
    }

    [Fact]
    public void Dots_are_nearer_to_the_values_than_three_digits_whatever_the_unit()
    {
        var random = new Random(1);
        for (var trial = 0; trial < 1000; trial++)
        {
            var median = SignificantDigits.Round(Math.Pow(10, (random.NextDouble() * 14) - 4))!.Value;
            double?[] values = [.. Enumerable.Range(0, 6).Select(_ => (double?)(median * (0.5 + random.NextDouble()))), null];

            var read = RoundDots.Of(values, median).Select(thousandths => median * (1 + (thousandths / 1000))).ToList();

            Assert.All(values.Zip(read).SkipLast(1), pair => Assert.InRange(Math.Abs(pair.Second!.Value - pair.First!.Value) / median, 0, 0.0011));
            Assert.Null(read[^1]);
        }
    }

    [Fact]
    public void Values_around_a_median_of_zero_stand_themselves()
    {
        double?[] values = [0, 0, 3.5, null];

        Assert.Equal(values, RoundDots.Of(values, 0));
        Assert.Equal(values, RoundDots.Of(values, null));
    }

    private static StoredRun Read(string sample) => HistoryJson.Read<StoredRun>(sample, File.ReadAllBytes(Checkout.File(sample)));

    private static string Text(StoredRun run) => Encoding.UTF8.GetString(HistoryJson.Write(run));
}
