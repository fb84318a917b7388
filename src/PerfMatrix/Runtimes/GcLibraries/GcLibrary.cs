namespace PerfMatrix.Runtimes;

/// <summary>What became of the building of a standalone GC: a <see cref="GcLibrary"/>, <see cref="NoCompiler"/> or a <see cref="GcLibraryFailure"/>.</summary>
public abstract record GcLibraryOutcome;

/// <summary>A standalone GC, built.</summary>
/// <param name="Path">The library, absolute.</param>
/// <param name="Key">What it was made from: lower-case hexadecimal hash of sources, compiler, architecture and flags.</param>
public sealed record GcLibrary(string Path, string Key) : GcLibraryOutcome;

/// <summary>This machine has nothing to build it with: its cells are unavailable.</summary>
/// <param name="Reason">What is missing, and what to install.</param>
public sealed record NoCompiler(string Reason) : GcLibraryOutcome;

/// <summary>It could not be built, or cannot be used with an application: its cells fail.</summary>
/// <param name="Reason">One sentence for a person.</param>
/// <param name="Errors">What the compiler said; at most ten lines.</param>
public sealed record GcLibraryFailure(string Reason, IReadOnlyList<string> Errors) : GcLibraryOutcome;
