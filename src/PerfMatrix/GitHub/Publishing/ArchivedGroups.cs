using System.Text;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>The groups in the archive of an artifact, with the files that their documents name. Nothing of it is unpacked to disk.</summary>
public static class ArchivedGroups
{
    private const long LargestDocument = 256L << 20;
    private const long LargestFile = 64L << 20;

    /// <summary>The groups, in the order of their paths.</summary>
    /// <param name="archive">The bytes.</param>
    /// <param name="artifact">Name of the artifact.</param>
    /// <exception cref="ArtifactException">It is no archive, or a hostile one.</exception>
    /// <exception cref="UsageException">A document is damaged, or compares two commits.</exception>
    public static IReadOnlyList<MeasuredGroup> Of(byte[] archive, string artifact) =>
    [
        .. ArtifactArchive.Read(archive, artifact, LargestDocument, path => path.Split('/')[^1] == MeasuredGroup.Document)
            .OrderBy(file => file.Key, StringComparer.Ordinal)
            .Select(file => MeasuredGroup.Of(artifact, RunDocument.File.Parse(Encoding.UTF8.GetString(file.Value), $"{artifact}/{file.Key}")) with
            {
                Files = path => Beside(archive, artifact, file.Key[..^MeasuredGroup.Document.Length] + path),
            }),
    ];

    private static byte[] Beside(byte[] archive, string artifact, string path)
    {
        try
        {
            return ArtifactArchive.Read(archive, artifact, LargestFile, other => other == path).GetValueOrDefault(path)
                ?? throw new FileNotFoundException($"artifact '{artifact}' has no file '{RestProblem.OneLine(path)}'.");
        }
        catch (ArtifactException problem)
        {
            throw new IOException(problem.Message, problem);
        }
    }
}
