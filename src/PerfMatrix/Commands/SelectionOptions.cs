using System.Collections;

namespace PerfMatrix.Commands;

/// <summary>The options that choose cells and say how to measure them; the same for every command that has them.</summary>
internal sealed class SelectionOptions(
    string defaultSubset = MatrixDefinition.DefaultSubset, string result = "Folder to write the result to.")
{
    private readonly Option<string?> _subset =
        new("--subset") { Description = $"Named subset of crank/matrix.yml, e.g. smoke, compare, pr, main or full. [default: {defaultSubset}]" };

    private readonly IReadOnlyList<(Axis Axis, Option<string[]> Option)> _axes = [.. Axis.All.Select(axis => (axis, List(axis.Option, axis.Help)))];
    private readonly Option<string?> _project = new Option<string?>("--project").Help(
        "Only scenarios of the selection that measure this project: a project file or a folder, relative to the root.");
    private readonly Option<int?> _rounds =
        new Option<int?>("--rounds") { Description = "Number of rounds. Each round starts every process fresh." }.Between(1);
    private readonly Option<int?> _slices =
        new Option<int?>("--slices") { Description = "Number of slices (short times under load) of each variant in a round." }.Between(1);

    private readonly Option<string?> _warmup =
        new("--warmup") { Description = "Warm-up of a variant in a round: 3s, or the shortest and the longest time as 2s..8s." };
    private readonly Option<string?> _duration =
        new("--duration") { Description = "Measured time of a variant in a round, e.g. 5s; instead of --slices." };

    private readonly Option<string?> _scheduling = new Option<string?>("--scheduling").Help(
        "How the system schedules applications and load generator: auto (priority where permitted), normal or priority.");

    private readonly Option<string> _driver = new Option<string>("--driver") { DefaultValueFactory = _ => DriverChoice.Local }.Help(
        "What starts the processes: local (built in) or crank (controller and agents).");

    private readonly Option<string> _profile = new Option<string>("--profile") { DefaultValueFactory = _ => CrankProfile.Local }.Help(
        "Profile of crank/profiles.yml; its agents are used with --driver crank only.");

    private readonly Option<string[]> _variable = CrankVariables.Option();
    private readonly Option<string?> _out = new("--out") { Description = result };

    public Option[] Cells => [_subset, _project, .. _axes.Select(axis => axis.Option)];
    private Option[] Measure => [_slices, _warmup, _duration, _scheduling, _driver, _profile, _variable];

    public void AddTo(Command command) => Add(command, [.. Cells, _rounds, .. Measure, _out]);

    /// <summary>Adds only the options that say how to measure, for a command that is given its cell; its rules decide the rounds.</summary>
    public void AddMeasuringTo(Command command) => Add(command, [.. Measure, _out]);

    /// <summary>Adds the options of a command that measures many cells, but whose rules decide the rounds.</summary>
    public void AddWithoutRoundsTo(Command command) => Add(command, [.. Cells, .. Measure, _out]);

    public void AddBuildingTo(Command command) => Add(command, [.. Cells, _profile, _variable, _out]);

    /// <summary>All that the options say. Every value is read here, so that no command overlooks one.</summary>
    public MeasuringChoice Of(ParseResult line) => new(Request(line), Driver(line), ProfileChoice(line), line.GetValue(_out));

    /// <summary>Refuses options that have no meaning where nothing is measured: how to measure, what limits the selection, and others.</summary>
    /// <param name="why">Reason, and what to do: stands after the name of the option.</param>
    public void RefuseMeasuring(ParseResult line, string why, params IEnumerable<Option> others)
    {
        if (others.Concat([.. Measure, _rounds, _subset, _project]).FirstOrDefault(line.IsGiven) is { } stray)
            throw new UsageException($"{stray.Name}: {why}");
    }

    private void Add(Command command, Option[] options)
    {
        if (options.Contains(_slices)) command.Exclude(_duration, _slices, "give only one");
        command.Add(options);
    }

    private PlanRequest Request(ParseResult line) => new(
        line.GetValue(_subset) ?? defaultSubset,
        _axes.Aggregate(new AxisChoice(), (choice, axis) => choice.With(axis.Axis, Names(line, axis.Option))),
        new()
        {
            Rounds = line.GetValue(_rounds),
            Slices = line.GetValue(_slices),
            Duration = Read<TimeSpan>(line, _duration, DurationText.Expectation,
                text => DurationText.TryParse(text, out var duration) && duration > TimeSpan.Zero ? duration : null),
            Warmup = Read<WarmupRange>(line, _warmup, WarmupRange.Expectation, text => WarmupRange.TryParse(text, out var range) ? range : null),
            Scheduling = Read<Scheduling>(line, _scheduling, SchedulingText.Expectation,
                text => SchedulingText.TryParse(text, out var scheduling) ? scheduling : null),
        })
    {
        // A command that only builds has no driver.
        Project = line.GetValue(_project),
        IsElsewhere = line.GetValue(_driver) != DriverChoice.Local && !CrankProfile.IsOfThisMachine(line.GetValue(_profile)!),
    };

    private string Driver(ParseResult line) => line.GetValue(_driver) is var name && (name is null || DriverChoice.Names.Contains(name))
        ? name ?? DriverChoice.Local
        : throw new UsageException($"--driver: unknown driver '{name}'{Suggestion.Sentence(name, DriverChoice.Names, "valid are")}");

    private ProfileChoice ProfileChoice(ParseResult line) => new(line.GetValue(_profile)!)
    {
        Variables = CrankVariables.Of(line.GetValue(_variable) ?? []),
    };

    private static Option<string[]> List(string name, string description) =>
        new(name) { Description = description + " Repeatable, or separated by commas." };

    private static IReadOnlyList<string>? Names(ParseResult line, Option<string[]> option) =>
        NameList.Of(line, option) is { } names && names is not [AxisChoice.AsTheSubset] ? names : null;

    private static T? Read<T>(ParseResult line, Option<string?> option, string expected, Func<string, T?> parse) where T : struct =>
        line.GetValue(option) is not { } text ? null
        : parse(text) ?? throw new UsageException($"{option.Name}: found '{text}', expected {expected}");
}

/// <param name="Out">Where the result goes; null means the command's usual place.</param>
internal sealed record MeasuringChoice(PlanRequest Plan, string Driver, ProfileChoice Profile, string? Out)
{
    public MeasuringFlow Flow(string root, IMeasuringView view, TimeProvider clock) =>
        new(root, new DriverChoice(Driver, root, Profile), view, clock);

    /// <summary>The subset of a run, and these cells of it.</summary>
    /// <param name="compared">The axis that the command names itself; null for none.</param>
    public MeasuringChoice Again(RunDocument run, IReadOnlyList<Cell> cells, Axis? compared) => this with
    {
        Plan = Plan with
        {
            Subset = run.Settings.Subset is { Length: > 0 } subset ? subset : Plan.Subset,
            Axes = AxisChoice.Of(axis => axis == compared ? null : [.. cells.Select(axis.ValueOf).Distinct()]),
        },
    };
}

/// <summary>Variables of the crank files that come from the command line or the environment; the command line wins.</summary>
internal static class CrankVariables
{
    /// <summary>An environment variable that begins so is a variable of the crank files; the rest is its name.</summary>
    public const string Prefix = "PERFMATRIX_VARIABLE_";

    public static Option<string[]> Option() => new Option<string[]>("--variable").Help(
        $"Variable of the crank files as name=value; repeatable. Give a secret in the environment instead: {Prefix}name.");

    /// <summary>All of them, with those of this process's environment.</summary>
    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> options) => Of(options, Environment.GetEnvironmentVariables());

    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> options, IDictionary environment)
    {
        var variables = environment.Keys.OfType<string>()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal) && name.Length > Prefix.Length)
            .ToDictionary(name => name[Prefix.Length..], name => (string)environment[name]!);
        foreach (var option in options)
        {
            var equals = option.IndexOf('=', StringComparison.Ordinal);
            if (equals < 1) throw new UsageException("--variable: found no name and = in a value, expected name=value");
            variables[option[..equals]] = option[(equals + 1)..];
        }

        return variables;
    }
}

internal static partial class NameList
{
    /// <summary>The names; null when the option is not given.</summary>
    public static IReadOnlyList<string>? Of(ParseResult line, Option<string[]> option)
    {
        if (line.GetResult(option) is null or { Implicit: true }) return null;
        var names = line.GetValue(option)!.SelectMany(value => Separator().Split(value)).Select(name => name.Trim()).Where(name => name.Length > 0)
            .ToList();
        return names.Count > 0 ? names : throw new UsageException($"{option.Name}: found no name, expected at least one");
    }

    // Between parentheses are the parameters of a benchmark.
    [GeneratedRegex(@",(?![^()]*\))", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Separator();
}
