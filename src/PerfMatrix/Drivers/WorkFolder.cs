namespace PerfMatrix.Drivers;

/// <summary>Folders for the files of blocks under way, beside each other in one.</summary>
internal static class WorkFolder
{
    /// <summary>Removes a folder, and with the last of them the one they are in.</summary>
    public static void Remove(string folder)
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        var parent = Path.GetDirectoryName(folder)!;
        if (Directory.Exists(parent) && !Directory.EnumerateFileSystemEntries(parent).Any()) Directory.Delete(parent);
    }
}
