namespace PerfMatrix.Shared.Os;

/// <summary>
/// Where this process can make control groups that limit memory (Linux, Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst). A group is
/// made below our own, so that whatever limits us limits it, too; under v2 a group that holds processes hands no controller on, so its parents are
/// tried as well.
/// </summary>
/// <param name="Parent">Folder in which groups can be made; null when there is none.</param>
/// <param name="Problem">What is missing; null when nothing is.</param>
public sealed record MemoryController(string? Parent, string? Problem)
{
    /// <summary>File with the processes of a group; writing an id moves that process.</summary>
    public const string Processes = "cgroup.procs";

    private const string Mount = "sys/fs/cgroup";
    private const string Name = "memory";

    private static readonly string[] s_limitFiles = ["memory.max", "memory.limit_in_bytes"];
    private static readonly string[] s_swapFiles = ["memory.swap.max", "memory.memsw.limit_in_bytes"];
    private static readonly string[] s_eventFiles = ["memory.events", "memory.oom_control"];

    /// <summary>Looks, and tries to make a group: permissions alone do not tell.</summary>
    public static MemoryController Look(string root)
    {
        var mount = Path.Combine(root, Mount);
        if (!Directory.Exists(mount))
            return new(null, "control groups are not mounted");
        var isV2 = File.Exists(Path.Combine(mount, "cgroup.controllers"));
        var tree = isV2 ? mount : Path.Combine(mount, Name);
        string? problem = $"the memory controller is not mounted at {tree}";
        foreach (var parent in Ancestry(tree, OwnGroup(root, isV2)).Where(Directory.Exists))
        {
            problem = ProblemIn(parent);
            if (problem is null)
                return new(parent, null);
        }

        return new(null, problem);
    }

    /// <summary>The file that holds the limit of a group; null when the group has none.</summary>
    public static string? LimitFile(string group) => FileOf(group, s_limitFiles);

    /// <summary>The file that limits memory and swap together (v1), or swap alone (v2); null where the kernel does not account for swap.</summary>
    public static string? SwapFile(string group) => FileOf(group, s_swapFiles);

    /// <summary>The file that counts what the kernel killed for exceeding the limit (<c>oom_kill</c>); null where there is none.</summary>
    public static string? EventsFile(string group) => FileOf(group, s_eventFiles);

    private static string? FileOf(string group, string[] names) => names.Select(name => Path.Combine(group, name)).FirstOrDefault(File.Exists);

    private static IEnumerable<string> Ancestry(string tree, string group)
    {
        for (var path = group.Trim('/'); path.Length > 0; path = path[..Math.Max(0, path.LastIndexOf('/'))])
            yield return Path.Combine(tree, path);
        yield return tree;
    }

    // Lines are number:controllers:path; v2 has number 0 and no controllers.
    private static string OwnGroup(string root, bool isV2)
    {
        var file = Path.Combine(root, "proc/self/cgroup");
        var lines = File.Exists(file) ? File.ReadAllLines(file) : [];
        return lines.Select(line => line.Split(':', 3))
            .FirstOrDefault(parts => parts.Length == 3 && (isV2 ? parts[0] == "0" : parts[1].Split(',').Contains(Name)))?[2] ?? "/";
    }

    private static string? ProblemIn(string parent)
    {
        var trial = Path.Combine(parent, $"perfmatrix-trial-{Guid.NewGuid():N}");
        try
        {
            Directory.CreateDirectory(trial);
            try
            {
                if (LimitFile(trial) is null)
                    return $"a group in {parent} has no limit of memory, because the memory controller is not delegated to it";
                // Whoever moves a process must be allowed to write to the common ancestor of both groups.
                using var processes = File.OpenWrite(Path.Combine(parent, Processes));
                return null;
            }
            finally
            {
                Directory.Delete(trial);
            }
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            // Without the name of the trial, which differs every time: a plan and its reasons do not.
            return $"no control group can be made: {problem.Message.Replace(trial, parent, StringComparison.Ordinal).TrimEnd('.')}";
        }
    }
}
