namespace PerfMatrix.Commands;

/// <summary>The options by which one job measures a part of a plan; the same for every command that has them.</summary>
internal sealed class JobOptions
{
    public Option<string[]> Blocks { get; } =
        new("--blocks") { Description = "Measure only these blocks of the plan. Repeatable, or separated by commas." };

    public Option<string?> Programs { get; } =
        new("--programs") { Description = "Folder of programs from `github build`; nothing is built here." };

    public IReadOnlyList<Option> All => [Blocks, Programs];

    public JobPart Part(ParseResult line, string root) => new()
    {
        Blocks = NameList.Of(line, Blocks),
        Programs = line.GetValue(Programs) is { } folder ? ProgramFolder.Open(folder, RuntimePackages.Of(root)) : null,
    };
}

/// <summary>The option that names the reference of a run; the same for every command that plans, builds or measures one.</summary>
internal sealed class ReferenceOption
{
    private readonly Option<string?> _reference = new Option<string?>("--reference").Help(
        "Commit that every block also measures, so that the trend has ratios; 'none' measures without one. [default: crank/reference.yml]");

    /// <param name="base">The option of a command that compares as well, for which there is no reference.</param>
    public void AddTo(Command command, Option? @base = null)
    {
        command.Options.Add(_reference);
        if (@base is not null) command.Exclude(@base, _reference, "a comparison measures no reference, so leave --reference out");
    }

    /// <summary>Adds it to a command that may take programs, which hold the reference they were built with.</summary>
    public void AddTo(Command command, JobOptions job)
    {
        AddTo(command);
        command.Exclude(_reference, job.Programs, "the programs hold the reference that they were built with, so give --reference to `github build`");
    }

    /// <summary>The pins, the newest last.</summary>
    public IReadOnlyList<ReferencePin> Pins(ParseResult line, string root) => ReferencePins.Of(root, line.GetValue(_reference));

    /// <summary>What the jobs of a workflow measure: two commits, or the working tree beside its references.</summary>
    public MeasurementRequest Request(ParseResult line, string root, MeasuringChoice chosen, string? old, string? head) => (old, head) switch
    {
        ({ }, _) => new(chosen.Plan, new(head), new(old)) { Profile = chosen.Profile },
        (null, null) => new(chosen.Plan, SideSource.WorkingTree)
        {
            Profile = chosen.Profile,
            Job = new() { References = Pins(line, root) },
        },
        _ => throw new UsageException("--head: found no --base; both are compared, so give both, or none to measure the working tree alone"),
    };
}

/// <summary>The option by which agents fetch and build the code themselves; the same for every command that has it.</summary>
internal sealed class RemoteSourceOption
{
    public Option<string?> Source { get; } = new Option<string?>(RemoteRepository.Option).Help(
        "Git repository from which crank agents fetch and build the commits themselves, instead of receiving programs built here. "
            + "Needs --driver crank.");

    public void AddTo(Command command, JobOptions job)
    {
        command.Options.Add(Source);
        command.Exclude(Source, job.Programs, "either agents build the code themselves or they are sent what was built before, so leave one out");
    }

    public RemoteRepository? Of(ParseResult line, string driver)
    {
        if (line.GetValue(Source) is not { } text) return null;
        var repository = RemoteRepository.Parse(text);
        return driver == DriverChoice.Crank ? repository : throw new UsageException(
            $"{Source.Name}: found --driver {driver}, which measures on this machine what is built here; give --driver crank, whose agents fetch "
                + $"and build the code themselves, or leave {Source.Name} out");
    }
}

/// <summary>The options of <c>compare</c> that spread a comparison over machines.</summary>
internal sealed class StageOptions
{
    public const string Screen = "screen";
    public const string Confirm = "confirm";

    public Option<string?> Stage { get; } = new Option<string?>("--stage").Help(
        "Measure one stage only and judge nothing: screen, or confirm (fresh rounds of suspects). Needs --out. Exit code 3: a cell "
            + "could not be measured.");

    private readonly Option<string?> _suspects = new("--suspects") { Description = "The suspects.json whose cells --stage confirm measures." };
    private readonly Option<string[]> _cells =
        new("--cells") { Description = "Ids of the suspects that this machine confirms (default: all). Repeatable, or separated by commas." };

    public StageOptions() => Stage.AcceptOnlyFromAmong(Screen, Confirm);

    public JobOptions Job { get; } = new();

    public IReadOnlyList<Option> All => [Stage, .. Job.All, _suspects, _cells];

    /// <summary>The stage asked for; null for a whole comparison.</summary>
    public StageRequest? Request(ParseResult line, CommandContext context)
    {
        var stage = line.GetValue(Stage);
        Refuse(line, stage is null, "--stage", [Job.Blocks, Job.Programs, _suspects, _cells]);
        Refuse(line, stage == Screen, "--stage confirm", [_suspects, _cells]);
        Refuse(line, stage == Confirm, "--stage screen", [Job.Blocks]);
        return stage is null ? null : new StageRequest(
            stage == Screen ? Results.Stage.Screen : Results.Stage.Confirm, Job.Part(line, context.Root()), line.GetValue(_suspects),
            NameList.Of(line, _cells), context.Files(TextWriter.Null).Seal);
    }

    /// <summary>Refuses options that say what is to be done with a verdict and its causes.</summary>
    public void RefuseWith(ParseResult line, IEnumerable<Option> options)
    {
        if (options.FirstOrDefault(line.IsGiven) is { } stray)
            throw new UsageException($"found both --stage {line.GetValue(Stage)} and {stray.Name}; a stage judges nothing, and explains by itself "
                + $"what it confirms, so leave {stray.Name} out");
    }

    private static void Refuse(ParseResult line, bool isWrong, string needed, IEnumerable<Option> options)
    {
        if (isWrong && options.FirstOrDefault(option => line.IsGiven(option)) is { } stray)
            throw new UsageException($"{stray.Name}: is only for {needed}; give that as well, or leave {stray.Name} out");
    }
}
