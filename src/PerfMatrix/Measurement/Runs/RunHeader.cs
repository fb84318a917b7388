using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>What is known of a run before anything is measured.</summary>
/// <param name="Id">Id of the run.</param>
/// <param name="StartedAt">When it began.</param>
/// <param name="Tool">The program that measures.</param>
/// <param name="Source">The code under test.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Settings">How it is measured.</param>
/// <param name="Rounds">Rounds planned for every block; 0 when they are planned as the run goes on.</param>
public sealed record RunHeader(
    string Id,
    DateTimeOffset StartedAt,
    ToolInfo Tool,
    SourceInfo Source,
    MachineInfo Machine,
    RunSettings Settings,
    int Rounds);

/// <summary>What building a variant told of it.</summary>
/// <param name="RuntimeVersion">Exact patch it was published with.</param>
/// <param name="ArtifactHash">Hash of the published application.</param>
/// <param name="Sha">Commit of its code.</param>
/// <param name="Expectation">What its proof must not contradict; null checks nothing.</param>
public sealed record VariantFacts(string? RuntimeVersion, string? ArtifactHash, string? Sha, ProofExpectation? Expectation);
