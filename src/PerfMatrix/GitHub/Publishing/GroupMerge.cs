using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>
/// The groups of a workflow run as documents of the history: one for each attempt and kind of machine. What different kinds of machines measured is never put into one
/// document, because their absolute values are not comparable; an attempt is a document of its own, because published runs never change.
/// </summary>
public static class GroupMerge
{
    /// <summary>The documents, the earliest first. The same groups give the same documents, in any order.</summary>
    /// <param name="groups">The groups.</param>
    /// <param name="workflowRun">Id of the workflow run; null outside GitHub.</param>
    /// <exception cref="UsageException">They are of different commits.</exception>
    public static IReadOnlyList<RunDocument> Of(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        RunMerge.RequireOneCommit(groups.Select(Named), "the artifacts of one workflow run");
        return
        [
            .. groups.GroupBy(group => (group.Attempt, group.Run.Machine.Fingerprint))
                .Select(part => Merge([.. part.OrderBy(group => group.Run.StartedAt).ThenBy(group => group.Name, StringComparer.Ordinal)], workflowRun))
                .OrderBy(run => run.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>What the ids of all documents of a workflow run hold, and no other's: by it a run is found to be published.</summary>
    public static string Trace(long workflowRun) => string.Create(CultureInfo.InvariantCulture, $"-gh{workflowRun}-");

    private static RunDocument Merge(IReadOnlyList<MeasuredGroup> groups, long? workflowRun) => RunMerge.Of(IdOf(groups, workflowRun), [.. groups.Select(Named)]);

    private static NamedRun Named(MeasuredGroup group) => new(group.Name, group.Run);

    private static string IdOf(IReadOnlyList<MeasuredGroup> groups, long? workflowRun)
    {
        var start = groups.Min(group => group.Run.StartedAt).UtcDateTime.ToString("yyyyMMdd'T'HHmmssfff'Z'", CultureInfo.InvariantCulture);
        var machine = Hash(groups[0].Run.Machine.Fingerprint);
        return workflowRun is { } id
            ? string.Create(CultureInfo.InvariantCulture, $"{start}{Trace(id)}{groups[0].Attempt}-{machine}")
            : $"{start}-{Hash(string.Join('\n', groups.Select(group => group.Run.Id).Order(StringComparer.Ordinal)))}-{machine}";
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..6];
}
