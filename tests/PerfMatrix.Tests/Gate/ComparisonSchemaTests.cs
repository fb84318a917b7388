using System.Globalization;
using System.Text.RegularExpressions;
using PerfMatrix.Gate;
using PerfMatrix.Tests.Results;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

public sealed class ComparisonSchemaTests
{
    public static TheoryData<object> Documents =>
    [
        Comparison(Run("r", 7, Unchanged, Slower)),
        Confirmation(6, Slower),
        Comparison(Run("r", 7, Slower).WithSamples(sample => sample.Variant == "hello-minimal/net10.0/server/2c" ? null : sample)),
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void What_is_written_is_what_the_schema_says(object document) =>
    SchemaCheck.AssertFits("comparison", ComparisonDocument.File.Format((ComparisonDocument)document));

    [Fact]
    public void The_stored_sample_is_what_the_generator_makes()
    {
        var path = Checkout.File("reports/samples/gate/comparison.json");
        var generated = ComparisonDocument.File.Format(RunComparison.OfSides(
        [
            new(Run("20261121T080000000Z-0000", 10, Unchanged, Slower), Stage.Screen),
            new(Run("20261121T090000001Z-0001", 10, Slower).On("000000000001"), Stage.Confirm),
        ]));
        if (File.Exists(path) && Rounded(File.ReadAllText(path)) == Rounded(generated)) return;
        var received = Checkout.File("reports/samples/gate/comparison.received.json");
        File.WriteAllText(received, generated);
        Assert.Fail($"The sample is out of date. If the new one is right: mv {received} {path}");
    }

    [Fact]
    public void The_stored_comparison_of_version_1_still_reads_and_gates()
    {
        var stored = ComparisonDocument.File.Read(Checkout.File("reports/samples/gate/comparison.json"));
        Assert.Equal(Outcome.Regressed, GateDecision.Of([stored], new(new())).Verdict.Outcome);
    }

    [Fact]
    public void A_run_document_with_both_sides_is_what_its_schema_says() =>
    SchemaCheck.AssertFits("run", RunDocument.File.Format(Run("r", 7, Slower)));

    /// <summary>The last digits of logarithms are another machine's business.</summary>
    private static string Rounded(string text) =>
        Regex.Replace(text, @"-?\d+\.\d+(E-?\d+)?", number => double.Parse(number.Value, CultureInfo.InvariantCulture)
            .ToString("G9", CultureInfo.InvariantCulture));
}
