using System.CommandLine;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>The option that names the reference of a run; the same for every command that plans, builds or measures one.</summary>
internal sealed class ReferenceOption
{
    private const string Name = "--reference";

    private readonly Option<string?> _reference = new(Name)
    {
        Description = "Commit that every block measures as well, so that the trend has ratios; 'none' measures without. [default: crank/reference.yml]",
    };

    /// <summary>Adds the option to a command.</summary>
    public void AddTo(Command command) => command.Options.Add(_reference);

    /// <summary>The pins, the newest last.</summary>
    /// <exception cref="UsageException"><c>crank/reference.yml</c> is wrong.</exception>
    public IReadOnlyList<ReferencePin> Pins(ParseResult line, string root) => ReferencePins.Of(root, line.GetValue(_reference));

    /// <summary>The part of a job with the pins; a job with programs has those they were built from.</summary>
    /// <exception cref="UsageException"><c>crank/reference.yml</c> is wrong, or programs are given as well.</exception>
    public JobPart Part(ParseResult line, string root, JobPart job) => (job.Programs, line.GetValue(_reference)) switch
    {
        (null, _) => job with { References = Pins(line, root) },
        (_, null) => job,
        _ => throw new UsageException($"found both {Name} and --programs; the programs hold the reference that they were built with, so give {Name} to `github build`"),
    };
}
