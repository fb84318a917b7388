using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>What a folder of published programs holds, <c>programs.json</c>, schema version 1: the applications of one side or of both and of the pinned references, published once for all jobs.</summary>
public sealed record ProgramList
{
    /// <summary>Reads and writes it.</summary>
    internal static DocumentFile<ProgramList> File { get; } = new(
        "programs.json", "a list of programs", "Give the folder that `github build --out` has filled.", "build again")
    {
        IsIndented = true,
    };

    /// <summary>Version of this document.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>Runtime identifier of the machine they run on.</summary>
    public required string Rid { get; init; }

    /// <summary>The code that was published: head, base where two are compared, and the pinned references of a run.</summary>
    public required IReadOnlyList<PublishedSide> Sides { get; init; }

    /// <summary>The exact patch of each runtime, so that every job measures the same one whatever its feed says.</summary>
    public required IReadOnlyList<PublishedPatch> Runtimes { get; init; }

    /// <summary>The programs.</summary>
    public required IReadOnlyList<PublishedProgram> Programs { get; init; }
}

/// <summary>A side that was published.</summary>
/// <param name="Side">head, base, reference or older-reference.</param>
/// <param name="Label">What it was called: a revision, or <c>the working tree</c>.</param>
/// <param name="Source">Its commit.</param>
public sealed record PublishedSide(string Side, string Label, SourceInfo Source);

/// <summary>A runtime as asked for, and the patch it stands for.</summary>
/// <param name="Runtime">The runtime, e.g. <c>net10.0</c>.</param>
/// <param name="Patch">Exact version; null when there is none.</param>
/// <param name="Reason">Why there is none.</param>
public sealed record PublishedPatch(string Runtime, string? Patch, string? Reason);

/// <summary>A program of a side, or why it could not be published.</summary>
/// <param name="Side">head, base, reference or older-reference.</param>
/// <param name="Project">Project, relative to the root, with forward slashes.</param>
/// <param name="Framework">Target framework.</param>
/// <param name="Patch">Exact version.</param>
/// <param name="Folder">Folder beside the list; null when it could not be published.</param>
/// <param name="Executable">Executable, relative to the folder.</param>
/// <param name="ContentHash">SHA-256 over names and contents of all files.</param>
/// <param name="Failure">Why it could not be published.</param>
public sealed record PublishedProgram(string Side, string Project, string Framework, string Patch, string? Folder, string? Executable, string? ContentHash, string? Failure);
