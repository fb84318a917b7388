namespace PerfMatrix.Commands;

/// <summary>The options of <c>compare</c> that spread a comparison over machines.</summary>
internal sealed class StageOptions
{
    public const string Screen = "screen";
    public const string Confirm = "confirm";

    private readonly Option<string?> _stage = new("--stage")
    {
        Description = "Measure one stage only and judge nothing: screen, or confirm (fresh rounds of suspects). Needs --out. Exit code 3: a cell "
            + "could not be measured.",
    };

    private readonly Option<string?> _suspects = new("--suspects") { Description = "The suspects.json whose cells --stage confirm measures." };
    private readonly Option<string[]> _cells =
        new("--cells") { Description = "Ids of the suspects that this machine confirms (default: all). Repeatable, or separated by commas." };

    public StageOptions() => _stage.AcceptOnlyFromAmong(Screen, Confirm);

    public Option Stage => _stage;
    public JobOptions Job { get; } = new();

    public void AddTo(Command command)
    {
        command.Options.Add(_stage);
        Job.AddTo(command);
        Option[] options = [_suspects, _cells];
        foreach (var option in options) command.Options.Add(option);
    }

    /// <summary>The stage asked for; null for a whole comparison.</summary>
    public StageRequest? Request(ParseResult line, CommandContext context)
    {
        var stage = line.GetValue(_stage);
        Refuse(line, stage is null, "--stage", [Job.Blocks, Job.Programs, _suspects, _cells]);
        Refuse(line, stage == Screen, "--stage confirm", [_suspects, _cells]);
        Refuse(line, stage == Confirm, "--stage screen", [Job.Blocks]);
        return stage is null ? null : new StageRequest(stage == Screen ? Results.Stage.Screen : Results.Stage.Confirm, Job.Part(line, context.Root()))
        {
            Suspects = line.GetValue(_suspects),
            Cells = NameList.Of(line, _cells),
            Seal = context.Files(TextWriter.Null).Seal,
        };
    }

    private static void Refuse(ParseResult line, bool isWrong, string needed, IEnumerable<Option> options)
    {
        if (isWrong && options.FirstOrDefault(option => line.IsGiven(option)) is { } stray)
            throw new UsageException($"{stray.Name}: is only for {needed}; give that as well, or leave {stray.Name} out");
    }
}
