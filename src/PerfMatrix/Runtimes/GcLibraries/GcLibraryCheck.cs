namespace PerfMatrix.Runtimes;

/// <summary>
/// Whether a runtime will load a GC library, found out before it is started: by itself it ends with exit code 137 and an error number, and on 8 a wrong path is
/// ignored in silence.
/// </summary>
internal static class GcLibraryCheck
{
    private const string Runtime = "libcoreclr.so";

    /// <summary>Ships with .NET 7 and newer, and speaks the interface of the runtime it ships with.</summary>
    private const string Shipped = "libclrgc.so";

    /// <summary>What is wrong, as a sentence; null when nothing is.</summary>
    /// <param name="folder">Folder of a self-contained application.</param>
    /// <param name="name">File name of the library, as in <c>DOTNET_GCName</c>.</param>
    public static string? Problem(string folder, string name)
    {
        var library = Path.Combine(folder, name);
        if (Path.GetFileName(name) != name)
            return $"DOTNET_GCName is '{name}', expected a file name without a folder: the runtime looks beside {Runtime} only";
        if (!File.Exists(library))
            return $"DOTNET_GCName is '{name}', but {folder} has no such file beside {Runtime}; GC libraries there: {Present(folder)}";
        return ArchitectureProblem(folder, library) ?? InterfaceProblem(folder, library);
    }

    private static string? ArchitectureProblem(string folder, string library)
    {
        var runtime = Path.Combine(folder, Runtime);
        if (!File.Exists(runtime) || ElfMachine.Of(runtime) is not { } expected)
            return null;
        var found = ElfMachine.Of(library);
        return found == expected ? null
            : $"the GC library {Path.GetFileName(library)} is {(found is null ? "not an ELF library" : $"for {found}")}, the runtime beside it is for {expected}; build it on a machine of that architecture";
    }

    private static string? InterfaceProblem(string folder, string library)
    {
        if (!File.Exists(Path.Combine(folder, Shipped)) || GcInterfaceVersion.Of(Path.Combine(folder, Shipped)) is not { } expected)
            return null;
        return GcInterfaceVersion.Of(library) is not { } found
            ? $"{Path.GetFileName(library)} is not a GC library: it cannot be loaded, or does not export GC_VersionInfo"
            : found.Major == expected.Major ? null
            : $"the GC library {Path.GetFileName(library)} has GC interface {found}, the runtime in {folder} has {expected}: the major versions must be the same";
    }

    private static string Present(string folder) =>
        Directory.GetFiles(folder, "libclrgc*.so").Select(Path.GetFileName).Order(StringComparer.Ordinal).ToList() is { Count: > 0 } names ? string.Join(", ", names) : "none";
}
