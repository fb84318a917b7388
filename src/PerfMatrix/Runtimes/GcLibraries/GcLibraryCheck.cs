namespace PerfMatrix.Runtimes.GcLibraries;

/// <summary>Whether a runtime will find a GC library, before it is started: by itself it ends with exit code 137 and an error number, and on 8 a
/// wrong path is ignored in silence.</summary>
internal static class GcLibraryCheck
{
    private const string Runtime = "libcoreclr.so";

    /// <summary>What is wrong, as a sentence; null when nothing is.</summary>
    /// <param name="name">File name of the library, as in <c>DOTNET_GCName</c>.</param>
    public static string? Problem(string folder, string name)
    {
        if (Path.GetFileName(name) != name)
            return $"DOTNET_GCName is '{name}', expected a file name without a folder: the runtime looks beside {Runtime} only";
        return File.Exists(Path.Combine(folder, name)) ? null
            : $"DOTNET_GCName is '{name}', but {folder} has no such file beside {Runtime}; GC libraries there: {Present(folder)}";
    }

    private static string Present(string folder) =>
        Directory.GetFiles(folder, "libclrgc*.so").Select(Path.GetFileName).Order(StringComparer.Ordinal).ToList() is { Count: > 0 } names
        ? string.Join(", ", names) : "none";
}
