namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The generated history of 200 cells x 1,000 runs, in a folder.</summary>
internal static class LargeHistory
{
    /// <summary>Makes it anew.</summary>
    /// <returns>The folder.</returns>
    public static string Create()
    {
        var folder = Path.Combine(Repository.Root, "artifacts", "benchmark", "history");
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        Repository.Run(Repository.Perfmatrix, "history", "demo", "--out", folder);
        return folder;
    }
}
