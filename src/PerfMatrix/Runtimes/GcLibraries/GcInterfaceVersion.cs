using System.Runtime.InteropServices;

namespace PerfMatrix.Runtimes;

/// <summary>Version of the interface between the runtime and a GC, which only matches within a major version. The runtime itself names neither when they differ.</summary>
/// <param name="Major">Major.</param>
/// <param name="Minor">Minor.</param>
public readonly record struct GcInterfaceVersion(uint Major, uint Minor)
{
    private delegate void VersionInfo(ref Info info);

    /// <summary>
    /// Asks a library, by its exported function <c>GC_VersionInfo</c>. The GCs that ship with a runtime answer the version that the runtime has. Null when it is
    /// not a GC, or cannot be loaded.
    /// </summary>
    /// <param name="library">The library, absolute; of the architecture of this process.</param>
    public static GcInterfaceVersion? Of(string library)
    {
        if (!NativeLibrary.TryLoad(library, out var handle))
            return null;
        try
        {
            if (!NativeLibrary.TryGetExport(handle, "GC_VersionInfo", out var function))
                return null;
            var info = new Info();
            Marshal.GetDelegateForFunctionPointer<VersionInfo>(function)(ref info);
            return new GcInterfaceVersion(info.Major, info.Minor);
        }
        finally
        {
            NativeLibrary.Free(handle);
        }
    }

    /// <inheritdoc />
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
