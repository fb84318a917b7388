using System.Text;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>Writes the files of a setup; what somebody changed is not overwritten without being asked for.</summary>
public static class SetupWriter
{
    // These are added to, never replaced.
    private static readonly string[] s_added = [".gitignore", ToolManifest.Path];

    /// <summary>Writes what is missing or, with <paramref name="force"/>, different. All or nothing: a difference that may not be overwritten stops it before the first file.</summary>
    /// <param name="target">The repository.</param>
    /// <param name="files">Path and text.</param>
    /// <param name="force">Whether to overwrite what is different.</param>
    /// <returns>What was done with each file: <c>new</c>, <c>changed</c> or <c>unchanged</c>.</returns>
    /// <exception cref="UsageException">Files are there that differ, or cannot be written.</exception>
    public static IReadOnlyList<(string Path, string What)> Write(string target, IReadOnlyDictionary<string, string> files, bool force)
    {
        var plan = files.Select(file => (Path: file.Key, What: Compare(Path.Combine(target, file.Key), file.Value))).ToList();
        var different = plan.Where(file => file.What == "changed" && !s_added.Contains(file.Path)).Select(file => file.Path).ToList();
        if (different.Count > 0 && !force)
            throw new UsageException($"{target}: these files already exist and differ: {string.Join(", ", different)}. Nothing was written. Give --force to overwrite them; git shows what that changes.");
        foreach (var (path, _) in plan.Where(file => file.What != "unchanged")) Write(Path.Combine(target, path), files[path]);
        return plan;
    }

    private static string Compare(string path, string text) => !File.Exists(path) ? "new" : File.ReadAllText(path) == text ? "unchanged" : "changed";

    private static void Write(string path, string text)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            AtomicFile.Write(path, Encoding.UTF8.GetBytes(text));
            if (text.StartsWith("#!", StringComparison.Ordinal) && !OperatingSystem.IsWindows())
                File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path}: cannot write: {problem.Message} Choose a repository you may write to.", problem);
        }
    }
}
