using System.CommandLine;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>The options by which one job measures a part of a plan; the same for every command that has them.</summary>
internal sealed class JobOptions
{
    private readonly Option<string[]> _blocks = new("--blocks") { Description = "Measure only these blocks of the plan. Repeatable; commas separate." };

    /// <summary>The option that names blocks.</summary>
    public Option Blocks => _blocks;

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command) => command.Options.Add(_blocks);

    /// <summary>The part.</summary>
    /// <exception cref="UsageException">An option is given without a value.</exception>
    public JobPart Part(ParseResult line) => new() { Blocks = NameList.Of(line, _blocks) };
}
