using System.Buffers.Binary;

namespace PerfMatrix.Runtimes.GcLibraries;

/// <summary>Whether a runtime will load a GC library, found out before it is started: by itself it ends with exit code 137 and an error number, and
/// on 8 a wrong path is ignored in silence.</summary>
internal static class GcLibraryCheck
{
    private const string Runtime = "libcoreclr.so";

    /// <summary>Ships with .NET 7 and newer, and speaks the interface of the runtime it ships with.</summary>
    private const string Shipped = "libclrgc.so";

    /// <summary>What is wrong, as a sentence; null when nothing is.</summary>
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
        if (!File.Exists(runtime) || ElfMachine.Of(runtime) is not { } expected) return null;
        var found = ElfMachine.Of(library);
        return found == expected ? null
            : $"the GC library {Path.GetFileName(library)} is {(found is null ? "not an ELF library" : $"for {found}")}, the runtime beside it is "
            + $"for {expected}; build it on a machine of that architecture";
    }

    private static string? InterfaceProblem(string folder, string library)
    {
        if (!File.Exists(Path.Combine(folder, Shipped)) || GcInterfaceVersion.Of(Path.Combine(folder, Shipped)) is not { } expected)
            return null;
        return GcInterfaceVersion.Of(library) is not { } found
            ? $"{Path.GetFileName(library)} is not a GC library: it cannot be loaded, or does not export GC_VersionInfo"
            : found.Major == expected.Major ? null
            : $"the GC library {Path.GetFileName(library)} has GC interface {found}, the runtime in {folder} has {expected}: the major versions "
            + $"must be the same";
    }

    private static string Present(string folder) =>
        Directory.GetFiles(folder, "libclrgc*.so").Select(Path.GetFileName).Order(StringComparer.Ordinal).ToList() is { Count: > 0 } names
        ? string.Join(", ", names) : "none";
}

/// <summary>Version of the interface of runtime and GC, which only matches within a major version; where two differ the runtime names none.</summary>
internal readonly record struct GcInterfaceVersion(uint Major, uint Minor)
{
    private delegate void VersionInfo(ref Info info);

    /// <summary>Asks a library, by its exported function <c>GC_VersionInfo</c>. The GCs that ship with a runtime answer the version that the runtime
    /// has. Null when it is not a GC, or cannot be loaded.</summary>
    /// <param name="library">The library, absolute; of the architecture of this process.</param>
    public static GcInterfaceVersion? Of(string library)
    {
        if (!NativeLibrary.TryLoad(library, out var handle)) return null;
        try
        {
            if (!NativeLibrary.TryGetExport(handle, "GC_VersionInfo", out var function)) return null;
            var info = new Info();
            Marshal.GetDelegateForFunctionPointer<VersionInfo>(function)(ref info);
            return new GcInterfaceVersion(info.Major, info.Minor);
        }
        finally
        {
            NativeLibrary.Free(handle);
        }
    }

    public override string ToString() => $"{Major}.{Minor}";

    [StructLayout(LayoutKind.Sequential)]
    private struct Info
    {
        public uint Major;
        public uint Minor;
        public uint Build;
        public nint Name;
    }
}

/// <summary>The architecture of a library, from its ELF header (System V ABI, e_machine at offset 18).</summary>
internal static class ElfMachine
{
    private const int HeaderBytes = 20;

    private static readonly Dictionary<int, string> s_names = new()
    {
        [3] = "x86",
        [40] = "arm",
        [62] = "x86-64",
        [183] = "arm64",
        [243] = "riscv64",
        [258] = "loongarch64",
    };

    /// <summary>Its name; null when the file is not an ELF file.</summary>
    public static string? Of(string file)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        using var stream = File.OpenRead(file);
        if (stream.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false) < HeaderBytes || !header.StartsWith("\u007FELF"u8))
            return null;
        var machine = BinaryPrimitives.ReadUInt16LittleEndian(header[18..]);
        return s_names.GetValueOrDefault(machine, $"machine {machine}");
    }
}
