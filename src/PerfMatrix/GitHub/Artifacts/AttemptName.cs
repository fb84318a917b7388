using System.Globalization;

namespace PerfMatrix.GitHub;

/// <summary>Names of artifacts that tell the attempt of the run: <c>run-g01-attempt2</c>. Without one it is the first.</summary>
/// <param name="Name">The name without the attempt.</param>
/// <param name="Attempt">Attempt, from 1.</param>
public sealed record AttemptName(string Name, int Attempt)
{
    private const string Word = "-attempt";
    private const int MostAttempts = 9999;

    /// <summary>Takes a name apart.</summary>
    public static AttemptName Of(string name)
    {
        var at = name.LastIndexOf(Word, StringComparison.Ordinal);
        return at > 0 && int.TryParse(name[(at + Word.Length)..], NumberStyles.None, CultureInfo.InvariantCulture, out var attempt) && attempt is > 0 and <= MostAttempts
            ? new(name[..at], attempt)
            : new(name, 1);
    }

    /// <summary>
    /// The artifact of this name that the newest attempt left; null when there is none. What was uploaded before the attempt began belongs to another one.
    /// </summary>
    internal static Artifact? Newest(IReadOnlyList<Artifact> artifacts, string name, WorkflowRun run) => artifacts
        .Where(artifact => artifact.Name is not null && Of(artifact.Name).Name == name && Of(artifact.Name).Attempt <= Math.Max(1, run.RunAttempt))
        .Where(artifact => artifact.CreatedAt is not { } created || run.RunStartedAt is not { } started || created >= started)
        .OrderByDescending(artifact => Of(artifact.Name).Attempt).ThenByDescending(artifact => artifact.CreatedAt)
        .FirstOrDefault();
}
