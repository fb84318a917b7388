using System.CommandLine;
using PerfMatrix.Cli;
using PerfMatrix.Commands;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Commands;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Commands;

/// <summary>Every option that a command lists is honoured or refused, for all commands and all options that they share.</summary>
[Collection(InProcess.OneAtATime)]
public sealed class CommonOptionsTests(CommonOptionsTests.Place place) : IClassFixture<CommonOptionsTests.Place>
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    public static TheoryData<string, string, string> Rows => CommonOptions.Rows(Root(TextWriter.Null));

    public static TheoryData<string> Measuring => ["run", "compare", "bisect", "selftest aa", "selftest inject"];

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task A_wrong_value_is_refused_by_every_command_that_has_the_option(string line, string option, string message)
    {
        var (code, _, error) = await RunAsync($"{line} {option}");

        Assert.Equal(2, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Measuring))]
    public async Task Every_command_that_measures_asks_the_driver_that_is_named(string command)
    {
        Environment.SetEnvironmentVariable(CrankPrograms.ControllerVariable, "/nowhere/crank");
        try
        {
            var (code, _, error) = await RunAsync(
                $"{CommonOptions.Line(command)} --driver crank --profile lab --variable applicationAddress=10.0.0.2 --variable loadAddress=10.0.0.3");

            Assert.Equal(2, code);
            Assert.Contains($"{CrankPrograms.ControllerVariable}: found no file /nowhere/crank", error, StringComparison.Ordinal);
        }
        finally
        {
            Environment.SetEnvironmentVariable(CrankPrograms.ControllerVariable, null);
        }
    }

    [Fact]
    public void Every_value_reaches_the_request_and_the_driver()
    {
        var (command, selection) = (new Command("all"), new SelectionOptions());
        selection.AddTo(command);

        var chosen = selection.Of(command.Parse(
            "--subset main --scenario a,b --runtime net10.0 --gc server --cores 2 --memory 256MiB --rounds 3 --duration 5s --warmup 2s..8s "
                + "--scheduling priority "
            + "--driver crank --profile lab --variable x=y --out there"));

        var plan = chosen.Plan;
        Assert.Equal("main", plan.Subset);
        Assert.Equal(["a b", "net10.0", "server", "2", "256MiB"], Axis.All.Select(axis => string.Join(' ', plan.Axes[axis] ?? [])));
        Assert.Equal((3, TimeSpan.FromSeconds(5), Scheduling.Priority, true),
            (plan.Measure.Rounds, plan.Measure.Duration, plan.Measure.Scheduling, plan.IsElsewhere));
        Assert.Equal(new WarmupRange(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(8)), plan.Measure.Warmup);
        Assert.Equal(("crank", "lab", "y", "there"), (chosen.Driver, chosen.Profile.Name, chosen.Profile.Variables["x"], chosen.Out));
        Assert.Equal(7, selection.Of(command.Parse("--slices 7")).Plan.Measure.Slices);
    }

    private async Task<(int ExitCode, string Output, string Error)> RunAsync(string line) => await InProcess
        .RunAsync(Root, place.Checkout.Root, line.Replace("CORES", $"{MachineRecord.Current.Cpus.Count}", StringComparison.Ordinal).Split(' '))
        .WaitAsync(s_patience);

    private static RootCommand Root(TextWriter error) => Contents.Of(new TestConsole().Console, TextWriter.Null, error);

    /// <summary>One checkout with two commits for all.</summary>
    public sealed class Place : IDisposable
    {
        public Place() =>
            Checkout.Git("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "--quiet", "--allow-empty", "--message", "another");

        internal ScratchCheckout Checkout { get; } = new();

        public void Dispose() => Checkout.Dispose();
    }
}
