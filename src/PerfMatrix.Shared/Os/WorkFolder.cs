namespace PerfMatrix.Shared.Os;

/// <summary>Folders for files that are there for a while: of blocks under way, beside each other in one, and of builds.</summary>
public static class WorkFolder
{
    private const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Creates a folder that only this user can look into: configurations hold the secret variables of applications.</summary>
    public static void Create(string folder)
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, Own);
    }

    /// <summary>Creates a file that only this user can read.</summary>
    public static FileStream CreateFile(string path)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return new FileStream(path, options);
    }

    /// <summary>Removes a folder, and with the last of them the one they are in.</summary>
    public static void Remove(string folder)
    {
        Delete(folder);
        var parent = Path.GetDirectoryName(folder)!;
        if (Directory.Exists(parent) && !Directory.EnumerateFileSystemEntries(parent).Any()) Directory.Delete(parent);
    }

    /// <summary>Deletes a folder with all that is in it; one that is not there is fine.</summary>
    public static void Delete(string folder)
    {
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }
}
