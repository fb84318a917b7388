namespace PerfMatrix.GitHub;

/// <summary>An artifact cannot be used; its job counts as not reported. The message is safe to show.</summary>
public sealed class UnusableArtifactException(string message) : Exception(ForeignText.Clean(message));
