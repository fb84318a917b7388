namespace Workflows.Tests;

/// <summary>The checkout that the tests are built from.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    public static string Path(params string[] parts) => System.IO.Path.Combine([Root, .. parts]);

    private static string Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(System.IO.Path.Combine(folder!.FullName, "perfmatrix.slnx")))
            folder = folder.Parent;
        return folder.FullName;
    }
}
