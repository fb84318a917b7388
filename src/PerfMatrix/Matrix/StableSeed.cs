using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace PerfMatrix.Matrix;

/// <summary>Seeds of the slice orders.</summary>
public static class StableSeed
{
    /// <summary>The seed of a block: the first 64 bits of the SHA-256 of its id, so it is the same in every process and on every machine.</summary>
    public static ulong Of(Block block) => BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(block.Id)));
}
