using PerfMatrix.GitHub;
using Spectre.Console;

namespace PerfMatrix.Commands;

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

    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    public StepFiles Files(TextWriter output) => new(Environment, output);
}
