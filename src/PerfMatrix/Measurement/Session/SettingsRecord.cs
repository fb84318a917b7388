using System.Globalization;
using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>Writes down how a run was measured.</summary>
public static class SettingsRecord
{
    /// <summary>The settings in force, for the run document.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="blocks">Its blocks as they will be measured.</param>
    public static IReadOnlyDictionary<string, string> Of(MatrixPlan plan, IReadOnlyList<BlockSetup> blocks)
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            [RunSettings.Subset] = plan.Selection.Subset.Name,
            [RunSettings.Rounds] = Text(plan.Measure.Rounds),
        };
        foreach (var (name, value) in Measured(plan.Measure))
            settings[name] = value;
        foreach (var setup in blocks)
            Add(settings, setup);
        return settings;
    }

    private static void Add(SortedDictionary<string, string> settings, BlockSetup setup)
    {
        settings[$"{RunSettings.Rounds}/{setup.Block.Scenario}"] = Text(setup.Measure.Rounds);
        if (setup.Applications.Values.FirstOrDefault(application => application.Remote is not null) is { Remote.Source.Repository: { } repository })
            settings["remoteSource"] = repository.Url;
        foreach (var (name, value) in Measured(setup.Measure).Where(own => settings[own.Name] != own.Value))
            settings[$"{name}/{setup.Block.Scenario}"] = value;
        if (setup.Load.Rate is { } rate)
            settings[$"{RunSettings.Rate}/{setup.Block.Scenario}"] = rate;
        if (setup.Load.Requests is { } requests)
            settings[$"{RunSettings.Requests}/{setup.Block.Scenario}"] = Text(requests);
        if (setup.Benchmark is not null)
            settings[$"{RunSettings.Program}/{setup.Block.Scenario}"] = "BenchmarkDotNet";
        else
            settings[$"{RunSettings.Connections}/{setup.Block.Scenario}"] = Text(setup.Load.Connections);
        settings[$"{RunSettings.Cpus}/{Text(setup.Block.Cores)}c"] =
            setup.ApplicationCpus.Count == 0 ? RunSettings.UnpinnedCpus
            : setup.LoadCpus.Intersect(setup.ApplicationCpus).Any() ? RunSettings.SharedCpus
            : RunSettings.SeparateCpus;
    }

    private static IEnumerable<(string Name, string Value)> Measured(MeasureSettings measure) =>
    [
        (RunSettings.Slices, Text(measure.Slices)),
        (RunSettings.SliceMilliseconds, Text(measure.Slice.TotalMilliseconds)),
        (RunSettings.MinimumWarmup, Text(measure.MinimumWarmup.TotalMilliseconds)),
        ("maximumWarmupMs", Text(measure.MaximumWarmup.TotalMilliseconds)),
        ("warmupTolerance", Text(measure.WarmupTolerance)),
        ("wakeUpMs", Text(measure.WakeUp.TotalMilliseconds)),
        (RunSettings.Settle, Text(measure.Settle.TotalMilliseconds)),
    ];

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
