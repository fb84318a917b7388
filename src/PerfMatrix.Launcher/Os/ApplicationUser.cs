namespace PerfMatrix.Launcher.Os;

/// <summary>Another user that applications run as, without sudo, so that code which is not trusted cannot change what is measured of it: programs,
/// documents and the processes beside it belong to somebody else.</summary>
internal sealed partial record ApplicationUser(string Name, uint Id, uint Group)
{
    /// <summary>Names the user; only root can start programs as somebody else.</summary>
    public const string Variable = "PERFMATRIX_APPLICATION_USER";

    private const string List = "/etc/passwd";

    /// <summary>What a failed start may be due to, as a sentence.</summary>
    public string Hint =>
        $"It ran as the user {Name}, who may not write beside its program; an application that has to needs `isolate: false` in the workflow "
            + "(docs/github.md).";

    /// <summary>The user that the environment names; null when it names none.</summary>
    /// <exception cref="PlatformNotSupportedException">There is no such user, or this process may not start programs as that user.</exception>
    public static ApplicationUser? OfEnvironment()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } name) return null;
        if (!Environment.IsPrivilegedProcess)
            throw new PlatformNotSupportedException(
                $"{Variable}={name}: only root can start programs as another user; run perfmatrix as root, or leave the variable out");
        return Find(name, File.ReadLines(List)) ?? throw new PlatformNotSupportedException(
            $"{Variable}={name}: {List} has no such user; add one (useradd --system {name}), or leave the variable out");
    }

    /// <param name="lines">Lines of the list: name, password, id, group, and what does not matter here (passwd(5)).</param>
    internal static ApplicationUser? Find(string name, IEnumerable<string> lines) => lines.Select(line => line.Split(':'))
        .Where(fields => fields is [var found, _, _, _, ..] && found == name)
        .Select(fields => new ApplicationUser(
            name, uint.Parse(fields[2], CultureInfo.InvariantCulture), uint.Parse(fields[3], CultureInfo.InvariantCulture)))
        .FirstOrDefault();

    /// <summary>Changes a start so that the process gives up what it may do before the program begins. <c>setpriv</c> becomes the program, so the
    /// process id stays; nothing that it starts can gain a right again, not even by sudo.</summary>
    public void Become(ProcessStartInfo start)
    {
        string[] first = [$"--reuid={Id}", $"--regid={Group}", "--clear-groups", "--no-new-privs", "--", start.FileName];
        for (var i = 0; i < first.Length; i++) start.ArgumentList.Insert(i, first[i]);
        start.FileName = "/usr/bin/setpriv";
    }

    /// <summary>Lets the user read a folder and its files, which stay ours: in a folder of its own it could put links for us to follow.</summary>
    public void Admit(string folder)
    {
        foreach (var file in Directory.EnumerateFiles(folder)) Give(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        Give(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead | UnixFileMode.GroupExecute);
    }

    private void Give(string path, UnixFileMode mode)
    {
        if (chown(path, 0, Group) != 0) throw new IOException($"{path}: cannot be given to the group of {Name}");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, mode);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int chown(string path, uint owner, uint group);
#pragma warning restore IDE1006, CA5392
}
