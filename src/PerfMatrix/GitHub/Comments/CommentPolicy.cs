namespace PerfMatrix.GitHub;

/// <summary>Changes of the gate's own rules.</summary>
internal static class CommentPolicy
{
    /// <summary>Files that decide what fails a pull request, and what is measured.</summary>
    public static readonly IReadOnlyList<string> Files = [Gate.AcknowledgementFile.Name, "crank/gate.yml", "crank/matrix.yml", "crank/metrics.yml"];

    public static string Of(CommentContext context) => context.PolicyChanges.Count == 0
        ? ""
        : $"**Policy:** this pull request changes {string.Join(" and ", context.PolicyChanges.Select(file => $"`{file}`"))}. It was judged by the rules of the base branch; the new ones hold after the merge.\n";

    /// <summary>The policy files among changed files; a file that was renamed away counts.</summary>
    public static IReadOnlyList<string> Among(IReadOnlyList<ChangedFile> files) =>
        [.. Files.Where(policy => files.Any(file => file.Filename == policy || file.PreviousFilename == policy))];
}
