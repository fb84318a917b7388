using System.CommandLine;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>The options by which one job measures a part of a plan; the same for every command that has them.</summary>
internal sealed class JobOptions
{
    private readonly Option<string[]> _blocks = new("--blocks") { Description = "Measure only these blocks of the plan. Repeatable, or separated by commas." };

    private readonly Option<string?> _programs = new("--programs") { Description = "Folder of programs from `github build`; nothing is built here then." };

    /// <summary>The option that names blocks.</summary>
    public Option Blocks => _blocks;

    /// <summary>The option that gives programs.</summary>
    public Option Programs => _programs;

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Options.Add(_blocks);
        command.Options.Add(_programs);
    }

    /// <summary>The part.</summary>
    /// <exception cref="UsageException">An option is given without a value, or the folder holds no programs for this machine.</exception>
    public JobPart Part(ParseResult line) => new()
    {
        Blocks = NameList.Of(line, _blocks),
        Programs = line.GetValue(_programs) is { } folder ? ProgramFolder.Open(folder) : null,
    };
}
