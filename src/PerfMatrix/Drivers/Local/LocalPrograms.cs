namespace PerfMatrix.Drivers.Local;

/// <summary>Where the two programs of a block are.</summary>
/// <param name="Launcher">Executable of PerfMatrix.Launcher.</param>
/// <param name="Load">Executable of PerfMatrix.Load.</param>
public sealed record LocalPrograms(string Launcher, string Load)
{
    /// <summary>Finds them in the build output beside this program's: <c>bin/PROJECT/CONFIGURATION/PROJECT</c>.</summary>
    /// <exception cref="DriverException">One of them is missing; the message says where it was looked for.</exception>
    public static LocalPrograms Find()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return new LocalPrograms(FindOne("PerfMatrix.Launcher", own), FindOne("PerfMatrix.Load", own));
    }

    private static string FindOne(string name, DirectoryInfo own)
    {
        var file = OperatingSystem.IsWindows() ? name + ".exe" : name;
        var path = Path.Combine(own.Parent!.Parent!.FullName, name, own.Name, file);
        return File.Exists(path)
            ? path
            : throw new DriverException($"{name} is not built: expected {path}. Run scripts/perfmatrix, which builds it, or 'dotnet build perfmatrix.slnx'.");
    }
}
