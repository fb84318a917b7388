using System.Buffers.Binary;

namespace PerfMatrix.Runtimes;

/// <summary>The architecture of a library, from its ELF header (System V ABI, e_machine at offset 18).</summary>
internal static class ElfMachine
{
    private const int HeaderBytes = 20;

    private static readonly Dictionary<int, string> s_names = new() { [3] = "x86", [40] = "arm", [62] = "x86-64", [183] = "arm64", [243] = "riscv64", [258] = "loongarch64" };

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
