namespace PerfMatrix.Runtimes;

/// <summary>Finds the project file that a path means.</summary>
internal static class ProjectFile
{
    /// <summary>The file itself, or the only project of a folder; absolute.</summary>
    /// <exception cref="UsageException">There is none, or more than one.</exception>
    public static string Find(string path)
    {
        var full = Path.GetFullPath(path);
        if (File.Exists(full))
            return full;
        if (!Directory.Exists(full))
            throw new UsageException($"project: '{path}' does not exist; expected a project file, or the folder of one.");

        var projects = Directory.GetFiles(full, "*.*proj");
        return projects.Length == 1
            ? projects[0]
            : throw new UsageException($"project: the folder '{path}' holds {projects.Length} project files; name the one to publish.");
    }
}
