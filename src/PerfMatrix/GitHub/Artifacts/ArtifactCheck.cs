using System.Security.Cryptography;

namespace PerfMatrix.GitHub;

/// <summary>Whether an artifact may be used.</summary>
internal static class ArtifactCheck
{
    private const string Algorithm = "sha256:";

    /// <summary>Refuses what is known to be useless before it is downloaded.</summary>
    public static void Before(Artifact artifact, long largest)
    {
        if (artifact.Expired) throw Expired(artifact);
        if (artifact.SizeInBytes > largest)
            throw new ArtifactException($"artifact '{Name(artifact)}': {artifact.SizeInBytes >> 20} MiB, the limit is {largest >> 20} MiB");
    }

    /// <summary>Artifacts are kept for a limited time.</summary>
    public static ArtifactException Expired(Artifact artifact) => new($"artifact '{Name(artifact)}': expired, its content is gone; run the workflow again");

    /// <summary>Refuses an archive that is not the one that was uploaded. An artifact without a digest, or with one of another kind, cannot be checked.</summary>
    public static void Digest(Artifact artifact, byte[] archive)
    {
        if (artifact.Digest is not { } digest || !digest.StartsWith(Algorithm, StringComparison.OrdinalIgnoreCase)) return;
        var found = Convert.ToHexStringLower(SHA256.HashData(archive));
        if (!digest[Algorithm.Length..].Equals(found, StringComparison.OrdinalIgnoreCase))
            throw new ArtifactException($"artifact '{Name(artifact)}': its digest is {RestProblem.OneLine(digest)}, what came has {Algorithm}{found}; it was changed or cut off on the way");
    }

    private static string Name(Artifact artifact) => RestProblem.OneLine(artifact.Name ?? "");
}
