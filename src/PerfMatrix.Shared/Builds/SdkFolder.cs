namespace PerfMatrix.Builds;

/// <summary>The folder that <c>dotnet</c> is run in, because its <c>global.json</c> chooses the SDK.</summary>
public static class SdkFolder
{
    /// <summary>
    /// <c>workloads</c> where it has a <c>global.json</c>, because what is measured may need a newer SDK (.NET 11 needs 11) than the one this tool is built
    /// with; otherwise the root.
    /// </summary>
    /// <param name="root">Root of the files that are built.</param>
    public static string Of(string root)
    {
        var workloads = Path.Combine(root, "workloads");
        return File.Exists(Path.Combine(workloads, "global.json")) ? workloads : root;
    }
}
