namespace PerfMatrix.Measurement;

/// <summary>What is known of a run before anything is measured.</summary>
/// <param name="Programs">What the programs were built with.</param>
internal sealed record RunHeader(
    string Id, DateTimeOffset StartedAt, ToolInfo Tool, SourceInfo Source, MachineInfo Machine, RunSettings Settings,
    IReadOnlyList<ProgramRecord>? Programs = null);

/// <summary>What building a variant told of it.</summary>
/// <param name="Expectation">What its proof must not contradict; null checks nothing.</param>
internal sealed record VariantFacts(string? RuntimeVersion, string? ArtifactHash, string? Sha, ProofExpectation? Expectation)
{
    public string? RuntimeCommit { get; init; }
}

internal static class CellRecords
{
    public static CellRecord Of(Cell cell, string? runtimeVersion) =>
        new(cell, runtimeVersion ?? (cell.Selector.Patch == RuntimeSelector.Main ? null : cell.Selector.Patch));

    public static VariantRecord OfSkipped(PlannedCell planned) => new()
    {
        Id = planned.Cell.Id,
        Cell = Of(planned.Cell, null),
        Side = Side.Head,
        Status = planned.Status switch
        {
            CellStatus.NotApplicable => VariantStatus.NotApplicable,
            CellStatus.Identical => VariantStatus.Identical,
            CellStatus.Dropped => VariantStatus.Dropped,
            _ => VariantStatus.Unavailable,
        },
        Reason = planned.Reason,
    };
}

internal static class MachineRecord
{
    private const int FingerprintDigits = 12;

    public static MachineReading Current { get; } = MachineFacts.Read();

    /// <summary>What can be measured on the machine that this process runs on.</summary>
    public static MachineLimits Limits { get; } = new(Current.Cpus.Count)
    {
        Memory = Current.Memory,
        LimitProblems = Axis.Limits.Select(axis => (axis.Name, CgroupPlace.Look("/", axis.Limit!.Controller).Problem))
            .Where(found => found.Problem is not null).ToDictionary(found => found.Name, found => found.Problem!),
    };

    public static MachineInfo Read(MachineReading machine, string driver, Func<string, string?> environment) => new()
    {
        Fingerprint = Fingerprint(machine, driver),
        CpuModel = machine.CpuModel,
        Cores = machine.Cpus.Count,
        Memory = machine.Memory,
        Os = machine.Os,
        Kernel = machine.Kernel,
        Driver = driver,
        RunnerImage = environment("ImageOS") is { Length: > 0 } image ? $"{image} {environment("ImageVersion")}".TrimEnd() : null,
        Instance = machine.BootId is { Length: > 0 } boot ? Hash(boot) : null,
    };

    /// <summary>12 hexadecimal digits of a SHA-256 over CPU model, architecture, number of CPUs, memory in whole gibibytes (the exact figure moves
    /// with the kernel), system and driver. Kernel release and image version change every week and rarely move results.</summary>
    private static string Fingerprint(MachineReading machine, string driver)
    {
        var gibibytes = Math.Ceiling(machine.Memory.Gibibytes).ToString(CultureInfo.InvariantCulture);
        var stable = string.Join('\n', machine.CpuModel, RuntimeInformation.OSArchitecture, machine.Cpus.Count, gibibytes, machine.Os, driver);
        return Hash(stable);
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..FingerprintDigits];
}

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
    private static ScenarioSettings Own(BlockSetup setup, ScenarioSettings usual) => Of(setup.Measure).Less(usual) with
    {
        Rounds = setup.Measure.Rounds,
        Rate = setup.Load.Rate,
        Requests = setup.Load.Requests,
        Program = setup.BenchmarkCase is null ? null : "BenchmarkDotNet",
        Connections = setup.BenchmarkCase is null ? setup.Load.Connections : null,
    };

    private static CpuSharing Sharing(BlockSetup setup) =>
        setup.ApplicationCpus.Count == 0 ? CpuSharing.Unpinned
        : setup.LoadCpus.Intersect(setup.ApplicationCpus).Any() ? CpuSharing.Shared
        : CpuSharing.Separate;

    /// <summary>What a plan says of how something is measured: the settings that are called the same there.</summary>
    public static ScenarioSettings Of(MeasureSettings measure) => EachSetting.Of<ScenarioSettings>(
        setting => typeof(MeasureSettings).GetProperty(setting.Name)?.GetValue(measure));
}
