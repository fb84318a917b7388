using PerfMatrix.Configuration;
using PerfMatrix.GitHub;

namespace PerfMatrix.Commands;

/// <summary>What a step of a workflow gets from outside, so that tests can give it something else.</summary>
/// <param name="Environment">Looks up an environment variable.</param>
public sealed record StepContext(Func<string, string?> Environment)
{
    /// <summary>The time; acknowledgements expire by its date.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Finds the checkout.</summary>
    public Func<string> Root { get; init; } = RepositoryRoot.Find;

    /// <summary>Today.</summary>
    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    /// <summary>Where the step tells its results.</summary>
    /// <param name="output">Where outputs go outside GitHub Actions.</param>
    public StepFiles Files(TextWriter output) => new(Environment, output);
}
