using System.Globalization;
using PerfMatrix.Contract;
using PerfMatrix.Os;

namespace PerfMatrix.Launcher;

/// <summary>Makes a control group for each process that has a limit, v1 or v2. Groups that a killed launcher has left behind are removed on the way.</summary>
internal sealed class CgroupMemoryLimits : IMemoryLimits
{
    private const string Prefix = "perfmatrix-";

    private static int s_made;

    /// <inheritdoc />
    public CgroupMemoryGroup Make(Bytes limit)
    {
        var controller = MemoryController.Look("/");
        if (controller.Parent is not { } parent)
            throw new PlatformNotSupportedException($"its memory limit of {MemorySize.Format(limit)} needs a control group, and {controller.Problem}; measure with --memory none");
        RemoveAbandoned(parent);
        var group = new CgroupMemoryGroup(Path.Combine(parent, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Environment.ProcessId}-{Interlocked.Increment(ref s_made)}")), limit);
        try
        {
            group.Make();
            return group;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            group.Dispose();
            throw new PlatformNotSupportedException($"its memory limit of {MemorySize.Format(limit)} is refused by the system: {problem.Message}", problem);
        }
    }

    private static void RemoveAbandoned(string parent)
    {
        foreach (var group in Directory.EnumerateDirectories(parent, Prefix + "*"))
        {
            var launcher = Path.GetFileName(group)[Prefix.Length..].Split('-')[0];
            if (int.TryParse(launcher, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && !Directory.Exists($"/proc/{id}"))
                CgroupMemoryGroup.TryRemove(group);
        }
    }
}
