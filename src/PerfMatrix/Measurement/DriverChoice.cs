namespace PerfMatrix.Measurement;

internal sealed class DriverChoice(string name, string root, ProfileChoice profile)
{
    public const string Local = "local";
    public const string Crank = "crank";

    public static IReadOnlyList<string> Names { get; } = [Local, Crank];

    private readonly Secrets _secrets = Secrets.Of(profile.Variables);
    private readonly CrankPrograms _programs = new(root, Environment.GetEnvironmentVariable);

    public ProfileChoice Profile => profile;

    /// <summary>Finds out what is wrong before anything is published or measured.</summary>
    public async Task CheckAsync(CancellationToken cancellation)
    {
        if (name != Crank) return;
        Check();
        await LocalAgents.CheckAsync(_programs, Agents, cancellation);
    }

    /// <summary>The part of it that asks no agent.</summary>
    public void Check()
    {
        if (name != Crank) return;
        _ = _programs.Controller;
        _ = Agents;
    }

    public IDriver Create(RunFolder folder)
    {
        // Not in the folder of the run, which is uploaded: if this program is killed, what lies here stays, and it may hold secrets.
        var ofRun = $"{Path.GetFileName(folder.Root)}-{Guid.NewGuid().ToString("N")[..8]}";
        var work = DataFolder.In(root, "work", ofRun);
        var deployments = new ConcurrentDictionary<string, int>();
        IDriver driver = name == Crank
            ? CreateCrank(work, (block, result) => folder.WriteRaw(ResultOf(block.Block.Id), _secrets.Masked(result)))
            : new LocalDriver(LocalPrograms.Find(), work);
        return _secrets.IsEmpty ? driver : new MaskingDriver(driver, _secrets);

        // A block that gets more rounds is deployed again, so it has several results.
        string ResultOf(string block) =>
            deployments.AddOrUpdate(block, 1, (_, count) => count + 1) is > 1 and var number ? $"{block}.crank-{number}.json" : $"{block}.crank.json";
    }

    /// <summary>Makes a crank driver that looks at the agents of the profile, and measures nothing.</summary>
    public CrankDriver CreateExaminer() => CreateCrank(Path.Combine(Path.GetTempPath(), $"perfmatrix-agents-{Environment.ProcessId}"), (_, _) => { });

    /// <summary>The machine that is measured: this one, or that of the profile's first agent.</summary>
    public async Task<MachineInfo> MachineAsync(CancellationToken cancellation)
    {
        if (name != Crank || Agents.Lanes[0].IsLocal)
            return MachineRecord.Read(MachineRecord.Current, name, Environment.GetEnvironmentVariable);
        await using var examiner = CreateExaminer();
        var report = await examiner.ExamineAsync(cancellation).FirstAsync(cancellation);
        return MachineRecord.Read(report.Machine ?? throw new UsageException(report.Problem!), name, _ => null);
    }

    private CrankDriver CreateCrank(string work, Action<BlockDeployment, byte[]> keepResult) =>
        new(_programs, new OwnPrograms(LocalPrograms.Find(), new PublishedPrograms(root).PublishAsync),
            new CrankSite(work, DataFolder.In(root, "cache", "crank")), Agents)
        {
            ExpectedVersion = _programs.ControllerVersion,
            KeepResult = keepResult,
        };

    private CrankProfile Agents => field ??= CrankProfile.Read(root, MatrixDefinition.Load(root).Scenarios, profile);
}
