namespace PerfMatrix.GitHub;

/// <summary>Changes of the gate's own rules, and of what carries them out.</summary>
internal static class CommentPolicy
{
    /// <summary>Files that decide what fails a pull request, and what is measured. They are read from the base branch.</summary>
    public static readonly IReadOnlyList<string> Files = [Gate.AcknowledgementFile.Name, "crank/gate.yml", "crank/matrix.yml"];

    private const string Machinery = ".github/";
    private const int MostNames = 5;
    private const int LongestName = 100;

    public static string Of(CommentContext context) => string.Join('\n', new[] { Rules(context), Workflows(context) }.Where(text => text.Length > 0));

    /// <summary>The files among changed files that a pull request could loosen its own gate by; a file that was renamed away counts.</summary>
    public static IReadOnlyList<string> Among(IReadOnlyList<ChangedFile> files)
    {
        var names = files.SelectMany(file => new[] { file.Filename, file.PreviousFilename }).OfType<string>().ToHashSet();
        return [.. Files.Where(names.Contains), .. names.Where(IsMachinery).Order(StringComparer.Ordinal)];
    }

    private static string Rules(CommentContext context) => context.PolicyChanges.Where(Files.Contains).ToList() is { Count: > 0 } files
        ? $"**Policy:** this pull request changes {Names(files)}. It was judged by the rules of the base branch; the new ones apply after the merge.\n"
        : "";

    // GitHub runs the workflow file of the merge commit, so whoever changes it decides what is measured, and whether.
    private static string Workflows(CommentContext context) => context.PolicyChanges.Where(IsMachinery).ToList() is { Count: > 0 } files
        ? $"**Check this before you trust the verdict:** this pull request changes {Names(files)}. GitHub runs the workflow files of the pull request, so these changes may have weakened the gate that judged them.\n"
        : "";

    private static bool IsMachinery(string file) => file.StartsWith(Machinery, StringComparison.Ordinal) || file == SetupFiles.Script;

    private static string Names(List<string> files) =>
        string.Join(" and ", files.Take(MostNames).Select(file => $"`{Plain(file)}`")) + (files.Count > MostNames ? $" and {files.Count - MostNames} more files" : "");

    // Whoever opens the pull request names its files.
    private static string Plain(string file) =>
        string.Concat(file.Take(LongestName).Select(c => char.IsAsciiLetterOrDigit(c) || c is '/' or '.' or '-' or '_' ? c : '?'));
}
