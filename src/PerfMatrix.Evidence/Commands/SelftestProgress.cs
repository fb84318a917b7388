using System.CommandLine;
using System.Globalization;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Progress;

namespace PerfMatrix.Evidence.Commands;

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
        trial.Truth.Count == 0 ? "" : $", really {Text.Signed(trial.Truth.Min(truth => truth.Percent))} to {Text.Signed(trial.Truth.Max(truth => truth.Percent))} %";
}
