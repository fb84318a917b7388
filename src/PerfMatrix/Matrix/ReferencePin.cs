namespace PerfMatrix.Matrix;

/// <summary>A commit that is measured in every block of a run, so that the trend has something to hold its points against.</summary>
/// <param name="Revision">The commit: 40 hexadecimal digits from a file; what git understands from an option.</param>
/// <param name="Position">Where it stands, for messages: file, line and key, or the option.</param>
public sealed record ReferencePin(string Revision, string Position);
