namespace PerfMatrix.Measurement;

internal static class SettingsRecord
{
    public static RunSettings Of(MatrixPlan plan, IReadOnlyList<BlockSetup> blocks)
    {
        var usual = Of(blocks.Any(block => block.Measure.Paced is not null) ? plan.Measure : plan.Measure with { Paced = null });
        return new(usual)
        {
            Subset = plan.Selection.Subset.Name,
            RemoteSource = blocks.SelectMany(block => block.Applications.Values).Select(application => application.Remote?.Source.Repository.Url)
                .LastOrDefault(url => url is not null),
            Cpus = blocks.DistinctBy(block => block.Block.Cores).ToDictionary(block => block.Block.Cores, Sharing),
            Scenarios = blocks.DistinctBy(block => block.Block.Scenario).ToDictionary(block => block.Block.Scenario, block => Own(block, usual)),
        };
    }

    /// <summary>The same of a comparison. The number of rounds is that of the blocks: each look adds some.</summary>
    public static RunSettings OfComparison(
        MatrixPlan plan, IReadOnlyList<BlockSetup> blocks, Stage stage, (string Base, string Head) titles, MeasurementRequest request) =>
        Of(plan, blocks) with
        {
            Stage = stage,
            Base = titles.Base,
            Head = titles.Head,
            Range = request.Range is { } range ? new(range.Axis.Name, range.Base, range.Head) : null,
            HeadEnvironment = request.HeadEnvironment.Count > 0 ? request.HeadEnvironment : null,
        };

    // What is measured as everywhere is not said again.
    private static ScenarioSettings Own(BlockSetup setup, ScenarioSettings usual)
    {
        var own = Of(setup.Measure);
        return new()
        {
            Rounds = own.Rounds,
            Slices = own.Slices == usual.Slices ? null : own.Slices,
            SliceMs = own.SliceMs == usual.SliceMs ? null : own.SliceMs,
            MinimumWarmupMs = own.MinimumWarmupMs == usual.MinimumWarmupMs ? null : own.MinimumWarmupMs,
            MaximumWarmupMs = own.MaximumWarmupMs == usual.MaximumWarmupMs ? null : own.MaximumWarmupMs,
            WarmupTolerance = own.WarmupTolerance == usual.WarmupTolerance ? null : own.WarmupTolerance,
            WakeUpMs = own.WakeUpMs == usual.WakeUpMs ? null : own.WakeUpMs,
            SettleMs = own.SettleMs == usual.SettleMs ? null : own.SettleMs,
            Paced = own.Paced == usual.Paced ? null : own.Paced,
            Rate = setup.Load.Rate,
            Requests = setup.Load.Requests,
            Program = setup.BenchmarkCase is null ? null : "BenchmarkDotNet",
            Connections = setup.BenchmarkCase is null ? setup.Load.Connections : null,
        };
    }

    private static CpuSharing Sharing(BlockSetup setup) =>
        setup.ApplicationCpus.Count == 0 ? CpuSharing.Unpinned
        : setup.LoadCpus.Intersect(setup.ApplicationCpus).Any() ? CpuSharing.Shared
        : CpuSharing.Separate;

    private static ScenarioSettings Of(MeasureSettings measure) => new()
    {
        Rounds = measure.Rounds,
        Slices = measure.Slices,
        SliceMs = measure.Slice.TotalMilliseconds,
        MinimumWarmupMs = measure.MinimumWarmup.TotalMilliseconds,
        MaximumWarmupMs = measure.MaximumWarmup.TotalMilliseconds,
        WarmupTolerance = measure.WarmupTolerance,
        WakeUpMs = measure.WakeUp.TotalMilliseconds,
        SettleMs = measure.Settle.TotalMilliseconds,
        Paced = measure.Paced,
    };
}
