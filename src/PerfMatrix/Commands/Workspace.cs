using System.Runtime.CompilerServices;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>What commands need of the checkout they are called in; read when a command runs, not when the table of commands is made.</summary>
internal static class Workspace
{
    /// <summary>The policy of the gate, by which the site says "same"; that of the tool outside a checkout.</summary>
    public static GatePolicy Policy() => Policy(RepositoryRoot.TryFind());

    public static GatePolicy Policy(string? root) => root is not null && ConfigurationFiles.Of(root).Find(GatePolicyFile.Name) is { } file
        ? GatePolicyFile.Read(file)
        : new GatePolicy();

    /// <summary>What people said of change points; nothing outside a checkout.</summary>
    public static IReadOnlyDictionary<string, ChangeNote> ChangeNotes() =>
        RepositoryRoot.TryFind() is { } root ? ChangeLabels.Notes(ConfigurationFiles.Of(root)) : new Dictionary<string, ChangeNote>();

    public static IReadOnlyList<DoctorCheck> MachineChecks()
    {
        var root = RepositoryRoot.Find();
        var sdk = new Sdk(root);
        return
        [
            .. DoctorChecks.All(
                MachineRecord.Current, sdk.Dotnet, Environment.GetEnvironmentVariable("PATH"), "/", RunFolder.ParentIn(root),
                    ToolChecks.Feeds(sdk.RuntimesAsync, MatrixDefinition.Load(root).Frameworks)),
            DoctorChecks.Quick(() => [ToolChecks.Crank(new CrankPrograms(root, Environment.GetEnvironmentVariable))]),
        ];
    }

    public static IReadOnlyList<DoctorCheck> AgentChecks(ProfileChoice profile)
    {
        var choice = new DriverChoice(DriverChoice.Crank, RepositoryRoot.Find(), profile);
        choice.Check();
        return [AgentCheck.Of(cancellation => ExamineAsync(choice, cancellation))];
    }

    private static async IAsyncEnumerable<AgentReport> ExamineAsync(DriverChoice choice, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var examiner = choice.CreateExaminer();
        await foreach (var report in examiner.ExamineAsync(cancellation)) yield return report;
    }
}

/// <summary>What commands get from outside; tests give them something else.</summary>
internal sealed record CommandContext(IAnsiConsole Console)
{
    public Func<string, string?> Environment { get; init; } = System.Environment.GetEnvironmentVariable;

    /// <summary>The time; acknowledgements expire by its date.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Finds the checkout; called only when a command runs.</summary>
    public Func<string> Root { get; init; } = RepositoryRoot.Find;

    /// <summary>What can be measured here; asked only when the options name no other machine.</summary>
    public Func<MachineLimits> Machine { get; init; } = () => Measurement.MachineRecord.Limits;

    public long? Number(string variable) => long.TryParse(Environment(variable), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number : null;

    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    public StepFiles Files(TextWriter output) => new(Environment, output);

    /// <summary>Measures in the checkout. Progress goes to standard error, so that standard output is the result alone.</summary>
    public MeasuringFlow Flow(MeasuringChoice chosen, ParseResult line) =>
        chosen.Flow(Root(), new ProgressView(Console, line.InvocationConfiguration.Error, Clock), Clock);
}
