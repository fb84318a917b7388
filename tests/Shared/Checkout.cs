namespace PerfMatrix.Tests;

/// <summary>The checkout that the tests are built from.</summary>
internal static class Checkout
{
    public static string Root { get; } = Find(AppContext.BaseDirectory);

    public static string File(params string[] parts) => Path.Combine([Root, .. parts]);

    /// <summary>Where the build has put the program; the tests lie beside it.</summary>
    public static string Program { get; } = FindProgram();

    private static string Find(string? folder)
    {
        while (!System.IO.File.Exists(
            Path.Combine(folder ?? throw new InvalidOperationException("The tests run outside a checkout."), "perfmatrix.slnx")))
            folder = Path.GetDirectoryName(folder);
        return folder;
    }

    private static string FindProgram()
    {
        var own = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return Path.Combine(own.Parent!.Parent!.FullName, "PerfMatrix.Cli", own.Name, OperatingSystem.IsWindows() ? "PerfMatrix.exe" : "PerfMatrix");
    }
}
