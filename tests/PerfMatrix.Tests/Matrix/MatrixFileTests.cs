using System.Text;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Matrix;

public sealed class MatrixFileTests
{
    [Fact]
    public void Numbers_of_a_heap_family_are_hexadecimal_for_the_runtime_and_decimal_for_people()
    {
        var mode = AxisValues.Gc(Definitions.Checkout, "server-heaps-16")!;

        Assert.Equal("10", mode.Environment["DOTNET_GCHeapCount"]);
        Assert.Equal("Server GC with 16 heaps.", mode.Description);
    }

    [Fact]
    public void Only_the_mode_of_what_ships_leaves_the_kind_of_gc_to_a_default()
    {
        var all = Definitions.Checkout.GcModes.Concat(Definitions.Checkout.GcModeFamilies.Select(family => family.Member(2))).ToList();
        var modes = all.Where(mode => mode.Name != "default");

        Assert.Empty(all.Single(mode => mode.Name == "default").Environment);

        Assert.All(modes, mode => Assert.Contains("DOTNET_gcServer", mode.Environment.Keys));
        Assert.All(modes, mode => Assert.Contains("DOTNET_gcConcurrent", mode.Environment.Keys));
        Assert.All(
            modes.Where(mode => mode.Environment["DOTNET_gcServer"] == "1"),
            mode => Assert.Contains("DOTNET_GCDynamicAdaptationMode", mode.Environment.Keys));
    }

    [Fact]
    public void Every_scenario_names_a_file_that_exists() =>
        Assert.All(Definitions.Checkout.Scenarios, scenario => Assert.True(File.Exists(Checkout.File(scenario.File)), scenario.File));

    [Fact]
    public void Support_ends_on_the_date_of_the_file() =>
        Assert.Equal([new DateOnly(2026, 11, 10), new DateOnly(2028, 11, 14)],
            Definitions.Of(Definitions.Small).Runtimes.Select(runtime => runtime.EndOfSupport));

    /// <summary>Version 5 came in 2020, and another each year; support ends in the second year after it at the earliest, in the third at the
    /// latest.</summary>
    [Fact]
    public void Support_of_each_runtime_ends_two_or_three_years_after_its_release() => Assert.All(
        Definitions.Checkout.Runtimes, runtime => Assert.InRange(runtime.EndOfSupport.Year - (2015 + runtime.Version.Major), 2, 3));

    [Fact]
    public void Mistakes_are_reported_with_their_place()
    {
        (string What, string Old, string New)[] cases =
        [
            ("unknown section", "measure:", "mesure:"),
            ("runtime that is no framework", "net8.0: {", "8.0: {"),
            ("support date missing", "net8.0: { endOfSupport: 2026-11-10 }", "net8.0: { }"),
            ("variable without its prefix", "DOTNET_gcServer", "gcServer"),
            ("rule without a condition", "{ boundedOnly: true, otherwise", "{ otherwise"),
            ("rule with a wrong framework", "boundedOnly: true", "minimumRuntime: \"8\""),
            ("rule without a reason", ", otherwise: never collects", ""),
            ("core count of zero", "cores: [1, 2, all]", "cores: [0]"),
            ("scenario name with a slash", "  b: { file", "  b/c: { file"),
            ("scenario without a file", "b: { file: crank/a.yml }", "b: { alone: true }"),
            ("subset with an unknown scenario", "scenario: [a]", "scenario: [timelin]"),
            ("subset with an unknown runtime", "scenario: [a]", "runtime: [net9.0]"),
            ("subset with an empty axis", "scenario: [a]", "scenario: []"),
            ("slices and duration", "slices: 10", "slices: 10, duration: 1s"),
            ("slice of no length", "slice: 20ms", "slice: 0ms"),
            ("warm-up that ends before it begins", "warmup: 1s..2s", "warmup: 2s..1s"),
            ("tolerance without a percent sign", "warmupTolerance: 2%", "warmupTolerance: 0.02"),
        ];
        var text = new StringBuilder();
        foreach (var (what, old, replacement) in cases)
        {
            Assert.Contains(old, Definitions.Small);
            var error = Record.Exception(() => Definitions.Of(Definitions.Small.Replace(old, replacement)));
            Assert.True(error is UsageException, $"{what}: {error}");
            text.Append($"{what}\n  {error.Message}\n");
        }

        Approval.Verify(text.ToString(), "errors");
    }
}
