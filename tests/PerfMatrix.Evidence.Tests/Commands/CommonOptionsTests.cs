using System.CommandLine;
using System.Text.RegularExpressions;
using PerfMatrix.Cli;
using PerfMatrix.Commands;
using PerfMatrix.Drivers.Crank;
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

    public static TheoryData<string, string, string> Rows => CommonOptions.Rows(Root());

    public static TheoryData<string> Measuring =>
    [
        "run", "compare", "compare HEAD --stage screen --out artifacts/stage", "bisect", "selftest aa", "selftest inject", "selftest record",
        "selftest why",
    ];

    public static TheoryData<string, string> MeaninglessForStoredRun => CommonOptions.MeaninglessForStoredRun(Root());

    public static TheoryData<string, string> Conflicts => CommonOptions.Conflicts;

    [Fact]
    public void Every_option_is_in_the_walk() => Assert.True(!CommonOptions.Unknown(Root()).Any(),
        $"say in {nameof(CommonOptions)} what these refuse, or which test shows that they are honoured: "
            + string.Join(", ", CommonOptions.Unknown(Root())));

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task A_wrong_value_is_refused_by_every_command_that_has_the_option(string line, string option, string wrong)
    {
        var (value, message, modes) = (wrong.Split('|')[0], wrong.Split('|')[1], wrong.Split('|')[2..]);
        foreach (var mode in modes.Prepend(""))
        {
            var (code, _, error) = await RunAsync($"{line} {mode}".TrimEnd(), option, value);

            Assert.True(
                code == 2 && (error.Contains(message, StringComparison.Ordinal) || IsConflict(error, option, mode.Split(' ')[0])),
                $"{mode}: {code}, {error}");
        }
    }

    private static bool IsConflict(string error, string option, string mode) => error.Contains($"{option}: is only for", StringComparison.Ordinal)
        || error.Contains($"found both {option} and {mode}", StringComparison.Ordinal)
        || error.Contains($"found both {mode} and {option}", StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Conflicts))]
    public async Task Options_of_which_one_would_be_ignored_are_refused(string line, string message)
    {
        var (code, _, error) = await RunAsync(line);

        Assert.Equal(2, code);
        Assert.Contains(message.Replace("RUN", place.Run, StringComparison.Ordinal), error, StringComparison.Ordinal);
    }

    /// <summary>Of each command that has it: a file of tests names both.</summary>
    [Fact]
    public void An_option_that_results_show_is_given_in_a_test()
    {
        var tests = Directory.EnumerateFiles(PerfMatrix.Tests.Checkout.File("tests"), "*.cs", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(file) != $"{nameof(CommonOptions)}.cs")
            .Select(file => Regex.Matches(File.ReadAllText(file), @"[\w-]+").Select(word => word.Value).ToHashSet()).ToList();

        var untested = from seen in CommonOptions.SeenInResults(Root())
                       let command = seen.Path.Split(' ')[^1]
                       where !tests.Exists(words => words.Contains(command) && seen.Names.Any(words.Contains))
                       select $"{seen.Path} {seen.Names[0]}";
        Assert.Empty(untested);
    }

    [Theory]
    [MemberData(nameof(MeaninglessForStoredRun))]
    public async Task A_stored_run_refuses_what_only_a_measurement_could_honour(string option, string value)
    {
        var (code, _, error) = await RunAsync($"compare RUN {option} {value}");

        Assert.Equal(2, code);
        Assert.Contains(option, error, StringComparison.Ordinal);
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
            "--subset main --scenario a,b --runtime net10.0 --gc server --cores 2 --memory 256MiB --cpu-limit 500m --rounds 3 "
                + "--duration 5s --warmup 2s..8s --scheduling priority "
            + "--driver crank --profile lab --variable x=y --out there"));

        var plan = chosen.Plan;
        Assert.Equal("main", plan.Subset);
        Assert.Equal(["a b", "net10.0", "server", "2", "256MiB", "500m"], Axis.All.Select(axis => string.Join(' ', plan.Axes[axis] ?? [])));
        Assert.Equal((3, TimeSpan.FromSeconds(5), Scheduling.Priority, true),
            (plan.Measure.Rounds, plan.Measure.Duration, plan.Measure.Scheduling, plan.IsElsewhere));
        Assert.Equal(new WarmupRange(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(8)), plan.Measure.Warmup);
        Assert.Equal(("crank", "lab", "y", "there"), (chosen.Driver, chosen.Profile.Name, chosen.Profile.Variables["x"], chosen.Out));
        Assert.Equal(7, selection.Of(command.Parse("--slices 7")).Plan.Measure.Slices);
    }

    /// <summary>It has no driver; a profile of other machines must not be held against the memory of this one.</summary>
    [Fact]
    public void A_command_that_only_builds_plans_for_the_machine_of_the_profile()
    {
        var (command, selection) = (new Command("build"), new SelectionOptions());
        selection.AddBuildingTo(command);

        Assert.True(selection.Of(command.Parse("--profile lab")).Plan.IsElsewhere);
        Assert.False(selection.Of(command.Parse("--profile hosted")).Plan.IsElsewhere);
    }

    /// <param name="more">Arguments that may hold spaces.</param>
    private async Task<(int ExitCode, string Output, string Error)> RunAsync(string line, params string[] more) => await InProcess
        .RunAsync(Root, place.Checkout.Root, [.. line
            .Replace("CORES", $"{MachineRecord.Current.Cpus.Count}", StringComparison.Ordinal)
            .Replace("PROJECT", place.Project.Root, StringComparison.Ordinal)
            .Replace("RUN", place.Run, StringComparison.Ordinal).Split(' '), .. more])
        .WaitAsync(s_patience);

    private static RootCommand Root() => Contents.Of(new(new TestConsole().Console));

    /// <summary>One checkout with two commits for all.</summary>
    public sealed class Place : IDisposable
    {
        public Place()
        {
            Checkout.Git("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "--quiet", "--allow-empty", "--message", "another");
            File.WriteAllText(Run, """{ "schemaVersion": 1, "variants": [] }""");
            File.WriteAllText(Project["app.csproj"], """
                <Project Sdk="Microsoft.NET.Sdk.Web">
                  <PropertyGroup>
                    <TargetFramework>net10.0</TargetFramework>
                  </PropertyGroup>
                </Project>
                """);
        }

        internal ScratchCheckout Checkout { get; } = new();

        internal TemporaryFolder Project { get; } = new();

        internal string Run => Project["run.json"];

        public void Dispose()
        {
            Checkout.Dispose();
            Project.Dispose();
        }
    }
}
