using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Gc;

public sealed class GcAdviceTests : IDisposable
{
    private static readonly (string Mode, double Throughput, double P99, double Peak, double End) s_server = ("server", 100_000, 1_000, 200e6, 180e6);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_mode_that_is_better_in_one_thing_and_no_worse_in_others_wins()
    {
        var found = Assert.Single(new GcAdvice(Run(12, s_server, s_server with { Mode = "datas", Peak = 60e6, End = 50e6 })).Cases);

        Assert.Equal(["datas"], found.Front);
        Assert.Equal("datas", found.Modes.Single(mode => mode.Name == "server").BeatenBy);
        Assert.Equal("Choose datas: every other mode is beaten, in 12 rounds.", GcAdviceReport.Sentence(found));
    }

    [Fact]
    public void Modes_that_trade_one_thing_for_another_have_no_winner_and_one_that_is_worse_in_all_is_beaten()
    {
        var found = Assert.Single(new GcAdvice(Run(
            12, s_server, s_server with { Mode = "datas", Throughput = 90_000, Peak = 60e6 },
                s_server with { Mode = "workstation", Throughput = 80_000, Peak = 80e6 })).Cases);

        Assert.Equal(["server", "datas"], found.Front);
        Assert.Equal("datas", found.Modes[2].BeatenBy);
        Assert.StartsWith("No winner among server, datas: in 12 rounds", GcAdviceReport.Sentence(found), StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_or_too_noisy_rounds_exclude_nothing_so_nothing_is_beaten()
    {
        Assert.Equal(2, Assert.Single(new GcAdvice(Run(3, s_server, s_server with { Mode = "datas", Peak = 60e6 })).Cases).Front.Count);
        Assert.Equal(2, Assert.Single(new GcAdvice(Run(12, noise: 0.3, s_server, s_server with { Mode = "datas", Peak = 60e6 })).Cases).Front.Count);
    }

    /// <summary>Each is better in something and worse by less than what counts: two that beat each other are both left.</summary>
    [Fact]
    public void Modes_that_would_beat_each_other_are_both_left()
    {
        var found = Assert.Single(new GcAdvice(Run(12, s_server, s_server with { Mode = "datas", Throughput = 97_000, Peak = 194e6 })).Cases);

        Assert.Equal(["server", "datas"], found.Front);
        Assert.StartsWith("No winner among server, datas", GcAdviceReport.Sentence(found), StringComparison.Ordinal);
    }

    [Fact]
    public void Equal_modes_have_no_winner() =>
        Assert.Equal(2, Assert.Single(new GcAdvice(Run(12, s_server, s_server with { Mode = "datas" })).Cases).Front.Count);

    [Fact]
    public void Two_scenarios_with_equal_numbers_are_judged_apart()
    {
        var run = Run(12, noise: 0, s_server, s_server with { Mode = "datas", Peak = 60e6 });
        var twins = run.Variants.ToDictionary(variant => variant.Id, variant => variant.Cell with { Scenario = "twin" });

        var found = new GcAdvice(run with
        {
            Variants = [.. run.Variants, .. run.Variants.Select(variant => variant with { Id = twins[variant.Id].Id, Cell = twins[variant.Id] })],
            Samples = [.. run.Samples, .. run.Samples.Select(sample => sample with { Variant = twins[sample.Variant].Id })],
            Pairs = [.. run.Pairs, .. run.Pairs.Select(pair => pair with { A = twins[pair.A].Id, B = twins[pair.B].Id })],
        }).Cases;

        Assert.Equal([["datas"], ["datas"]], found.Select(one => one.Front));
    }

    [Theory]
    [InlineData(null, "End RSS MiB")]
    [InlineData(0.0, "End RSS MiB, right after the load")]
    [InlineData(5000.0, "End RSS MiB, 5 s after the load")]
    public void The_column_of_end_memory_says_when_that_was_read(double? settleMs, string heading)
    {
        var run = Run(12, s_server, s_server with { Mode = "datas", Peak = 60e6 });
        run = run with { Settings = run.Settings with { Settle = settleMs is { } time ? TimeSpan.FromMilliseconds(time) : null } };

        var table = Assert.Single(GcAdviceReport.Build(run, new GcAdvice(run), _ => null).Sections[0].Parts.OfType<DataTable>());

        Assert.Equal(["Peak RSS MiB", heading, "Verdict"], table.Headings.Skip(3));
        Assert.Equal(settleMs == 0,
            table.Caption.EndsWith(" For memory at rest, give the scenario `measure: { settle: 5s }`.", StringComparison.Ordinal));
    }

    [Fact]
    public void A_run_with_one_mode_is_refused_with_what_to_measure() => Assert.Contains(
        "run --scenario NAME --gc workstation,server,datas", Assert.Throws<UsageException>(() => new GcAdvice(Run(12, s_server))).Message,
            StringComparison.Ordinal);

    [Fact]
    public void The_mode_that_ships_has_nothing_to_set()
    {
        var run = Run(12, s_server, s_server with { Mode = "default", Peak = 60e6, End = 50e6 });

        var advice = GcAdviceReport.Build(run, new GcAdvice(run), _ => new Dictionary<string, string>());

        Assert.Equal(["default: nothing to set, the application ships with it"],
            advice.Sections[^1].Parts.OfType<Paragraph>().Select(part => part.Text));
    }

    [Fact]
    public void A_number_is_hexadecimal_in_the_environment_only_and_what_has_no_property_is_named()
    {
        var run = Run(12, s_server, s_server with { Mode = "heaps", Peak = 60e6, End = 50e6 });

        var advice = GcAdviceReport.Build(run, new GcAdvice(run),
            _ => new Dictionary<string, string> { ["DOTNET_GCHeapCount"] = "c", ["DOTNET_GCName"] = "libclrgc.so" });

        var parts = advice.Sections[^1].Parts;
        Assert.Equal("heaps, in runtimeconfig.template.json beside the project, which has no DOTNET_GCName:", ((Paragraph)parts[0]).Text);
        var properties = JsonElement.Parse(((CodeBlock)parts[1]).Text).GetProperty("configProperties");
        Assert.Equal(("System.GC.HeapCount", 12), properties.EnumerateObject().Select(one => (one.Name, one.Value.GetInt32())).Single());
        Assert.Equal("DOTNET_GCHeapCount=c\nDOTNET_GCName=libclrgc.so", ((CodeBlock)parts[3]).Text);
    }

    [Fact]
    public void A_mode_that_the_matrix_lost_is_said()
    {
        var run = Run(12, s_server, s_server with { Mode = "lost", Peak = 60e6, End = 50e6 });

        Assert.Equal(["lost: crank/matrix.yml does not have it any more"],
            GcAdviceReport.Build(run, new GcAdvice(run), _ => null).Sections[^1].Parts.OfType<Paragraph>().Select(part => part.Text));
    }

    [Fact]
    public async Task The_command_prints_the_table_and_the_settings_to_copy()
    {
        var (code, output, _) = await AdviseAsync();

        Assert.Equal(0, code);
        Assert.Contains("Choose datas: every other mode is beaten, in 12 rounds.", output, StringComparison.Ordinal);
        Assert.Matches(@"\| server \| [0-9]+,[0-9]{3} \| [0-9,]+ \| 19[01] \| 17[0-3] \| beaten by datas \|", output);
        Assert.Matches(@"\| datas \| [0-9]+,[0-9]{3} \([-+0-9.]+ \\?\[[-+0-9.]+ [-+0-9.]+\\?\]\) \|.*\(-7[0-9]\.[0-9] \\?\[-7[0-9]\.[0-9] "
            + @"-7[0-9]\.[0-9]\\?\]\) \|", output);
        Assert.EndsWith("""
            ## Settings to copy

            datas, in runtimeconfig.template.json beside the project:

            ```
            {
              "configProperties": {
                "System.GC.Server": true,
                "System.GC.Concurrent": true,
                "System.GC.DynamicAdaptationMode": 1
              }
            }
            ```

            datas, in the environment instead:

            ```
            DOTNET_gcServer=1
            DOTNET_gcConcurrent=1
            DOTNET_GCDynamicAdaptationMode=1
            ```

            """, output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--memory", "512MiB", "has no memory '512MiB'")]
    [InlineData("--scenario", "hello", "has no scenario 'hello'")]
    public async Task What_the_run_has_not_is_refused(string option, string value, string message)
    {
        var (code, _, error) = await AdviseAsync(option, value);
        Assert.Equal(2, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--memory", "512MiB")]
    [InlineData("--scenario", "twin")]
    public async Task The_advice_is_about_what_was_asked_for_alone(string option, string value)
    {
        var run = Run(12, s_server, s_server with { Mode = "datas", Peak = 60e6, End = 50e6 });
        var others = run.Variants.ToDictionary(variant => variant.Id, variant => variant.Cell with
        {
            Scenario = option == "--scenario" ? value : variant.Cell.Scenario,
            Memory = option == "--memory" ? new Bytes(512 << 20) : variant.Cell.Memory,
        });
        run = run with
        {
            Variants = [.. run.Variants, .. run.Variants.Select(variant => variant with { Id = others[variant.Id].Id, Cell = others[variant.Id] })],
            Samples = [.. run.Samples, .. run.Samples.Select(sample => sample with { Variant = others[sample.Variant].Id })],
            Pairs = [.. run.Pairs, .. run.Pairs.Select(pair => pair with { A = others[pair.A].Id, B = others[pair.B].Id })],
        };

        var (all, some) = (await AdviseOnAsync(run), await AdviseOnAsync(run, option, value));

        Assert.Equal((0, 2), (all.ExitCode, Cases(all.Output)));
        Assert.Equal((0, 1), (some.ExitCode, Cases(some.Output)));

        static int Cases(string output) => output.Split("Choose datas: every other mode is beaten").Length - 1;
    }

    private Task<(int ExitCode, string Output, string Error)> AdviseAsync(params string[] options) =>
        AdviseOnAsync(Run(12, s_server, s_server with { Mode = "datas", Peak = 60e6, End = 50e6 }), options);

    private async Task<(int ExitCode, string Output, string Error)> AdviseOnAsync(RunDocument run, params string[] options)
    {
        RunDocument.File.Write(_folder["run.json"], run);
        var (output, error) = (new StringWriter(), new StringWriter());
        var context = new CommandContext(new TestConsole().Console) { Environment = _ => null, Root = () => Checkout.Root };
        var root = new RootCommand { AdviseCommand.Create(context) };
        var code = await CommandLine.RunAsync(root, ["advise", "gc", _folder["run.json"], .. options], output, error);
        return (code, output.ToString(), error.ToString());
    }

    private static RunDocument Run(int rounds, params (string Mode, double Throughput, double P99, double Peak, double End)[] modes) =>
        Run(rounds, 0.003, modes);

    private static RunDocument Run(int rounds, double noise, params (string Mode, double Throughput, double P99, double Peak, double End)[] modes)
    {
        var sample = SampleRun.Create();
        var any = sample.Variants.First(variant => variant.Cell is { Scenario: "hello-minimal", Runtime: "net10.0" });
        var variants = modes.Select(mode => any.Cell with { Gc = mode.Mode })
            .Select(cell => any with { Id = cell.Id, Cell = cell, Status = VariantStatus.Measured })
            .ToList();
        var random = new Random(7);
        var samples = (from round in Enumerable.Range(1, rounds)
                       from mode in modes.Index()
                       select new SampleRecord(variants[mode.Index].Id, round, new Dictionary<string, double>
                       {
                           [Metric.Throughput.Name] = Noisy(mode.Item.Throughput),
                           [Metric.LatencyP99.Name] = Noisy(mode.Item.P99),
                           [Metric.PeakRss.Name] = Noisy(mode.Item.Peak),
                           [Metric.EndRss.Name] = Noisy(mode.Item.End),
                       }, "block")).ToList();
        var pairs = from a in samples
                    from b in samples
                    where a.Round == b.Round && string.CompareOrdinal(a.Variant, b.Variant) < 0
                    select new PairRecord("block", a.Round, a.Variant, b.Variant, Metric.Throughput.Name,
                        -Math.Log(b.Metrics[Metric.Throughput.Name] / a.Metrics[Metric.Throughput.Name]));
        return sample with { Variants = variants, Samples = samples, Pairs = [.. pairs] };

        double Noisy(double value) => value * Math.Exp(noise * ((2 * random.NextDouble()) - 1));
    }
}
