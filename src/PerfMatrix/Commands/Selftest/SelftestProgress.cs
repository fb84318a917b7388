using System.CommandLine;
using System.Globalization;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Selftest;

namespace PerfMatrix.Commands;

/// <summary>One line for each trial that has ended.</summary>
internal static class SelftestProgress
{
    public static Action<TrialRecord, int> Of(SelftestOptions options, ParseResult line)
    {
        var output = options.Json(line) ? line.InvocationConfiguration.Error : line.InvocationConfiguration.Output;
        return (trial, left) => output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{trial.Id}: {trial.Injection?.Name ?? "A/A"}, {trial.Outcome.ToString().ToLowerInvariant()} after {Durations.Text(trial.FinishedAt - trial.StartedAt)}{Truth(trial)}; {left} to go"));
    }

    private static string Truth(TrialRecord trial) =>
        trial.Truth.Count == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", really {trial.Truth.Min(truth => truth.Percent):+0.0;-0.0} to {trial.Truth.Max(truth => truth.Percent):+0.0;-0.0} %");
}

/// <summary>An interrupted series says what is kept.</summary>
internal static class SelftestInterruption
{
    public static async Task<SelftestDocument> GuardAsync(string path, Func<Task<SelftestDocument>> series)
    {
        try
        {
            return await series();
        }
        catch (OperationCanceledException exception)
        {
            throw new RunInterruptedException($"the trials that had ended are kept in {path}; the same command goes on from there", exception);
        }
    }
}
