namespace PerfMatrix.GitHub;

/// <summary>What came from outside is not what it must be: expired, damaged, too large, or made to do harm. The message says what was found.</summary>
public sealed class ArtifactException(string message, Exception? inner = null) : Exception(message, inner);
