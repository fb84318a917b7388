namespace PerfMatrix.Shared.Os;

/// <summary>A controller of Linux control groups and the limit that it enforces (Documentation/admin-guide/cgroup-v1 and cgroup-v2.rst).</summary>
public sealed record CgroupController
{
    // Microseconds.
    private const long CpuPeriod = 100_000;

    private CgroupController()
    {
    }

    public required string Name { get; init; }

    /// <summary>Its limit in sentences, e.g. <c>memory limit</c>.</summary>
    public required string Words { get; init; }
    public required string Option { get; init; }

    /// <summary>The text of its limit, e.g. <c>512MiB</c>; null when there is none.</summary>
    public required Func<ResourceLimits, string?> Value { get; init; }

    /// <summary>Files of a group that hold the limit; which one there is depends on the version of the control groups.</summary>
    public required IReadOnlyList<string> LimitFiles { get; init; }

    /// <summary>What is written for a limit, in this order, into those files that there are.</summary>
    private Func<ResourceLimits, IEnumerable<(string File, string Text)>> Settings { get; init; } = _ => [];

    /// <summary>v1 counts memory and swap together, v2 swap alone; either way nothing may be swapped out.</summary>
    public static CgroupController Memory { get; } = new()
    {
        Name = "memory",
        Words = "memory limit",
        Option = "--memory",
        Value = limits => limits.Memory is { } size ? MemorySize.Format(size) : null,
        LimitFiles = ["memory.max", "memory.limit_in_bytes"],
        Settings = limits => limits.Memory?.Count.ToString(CultureInfo.InvariantCulture) is not { } size ? []
            : [("memory.max", size), ("memory.swap.max", "0"), ("memory.limit_in_bytes", size), ("memory.memsw.limit_in_bytes", size)],
    };

    /// <summary>A quota of CPU time in each period; the period is the one that Kubernetes uses.</summary>
    public static CgroupController Cpu { get; } = new()
    {
        Name = "cpu",
        Words = "CPU limit",
        Option = "--cpu-limit",
        Value = limits => limits.Cpu?.ToString(),
        LimitFiles = ["cpu.max", "cpu.cfs_quota_us"],
        Settings = limits => (limits.Cpu?.Millicores * CpuPeriod / 1000)?.ToString(CultureInfo.InvariantCulture) is not { } quota ? []
            : [("cpu.max", $"{quota} {CpuPeriod}"), ("cpu.cfs_period_us", $"{CpuPeriod}"), ("cpu.cfs_quota_us", quota)],
    };

    public static IReadOnlyList<CgroupController> All { get; } = [Memory, Cpu];

    public static IReadOnlyList<CgroupController> Of(ResourceLimits limits) => [.. All.Where(controller => controller.Value(limits) is not null)];

    public bool IsIn(string group) => LimitFiles.Any(file => File.Exists(Path.Combine(group, file)));

    /// <exception cref="IOException">The system refuses it.</exception>
    /// <exception cref="UnauthorizedAccessException">We may not.</exception>
    public void Write(string group, ResourceLimits limits)
    {
        foreach (var (file, text) in Settings(limits).Where(setting => File.Exists(Path.Combine(group, setting.File))))
            File.WriteAllText(Path.Combine(group, file), text);
    }
}

/// <summary>Where this process can make control groups with limits. They are made below our own, so that whatever limits us limits them, too; under
/// v2 a group that holds processes hands no controller on, so its parents are tried as well.</summary>
/// <param name="Parents">Folders in each of which a group is to be made: one under v2, one a controller under v1; none with a problem.</param>
/// <param name="Problem">What is missing; null when nothing is.</param>
public sealed record CgroupPlace(IReadOnlyList<string> Parents, string? Problem)
{
    /// <summary>File with the processes of a group; writing an id moves that process.</summary>
    public const string Processes = "cgroup.procs";

    private const string Mount = "sys/fs/cgroup";

    /// <summary>Looks, and tries to make a group: permissions alone do not tell.</summary>
    public static CgroupPlace Look(string root, params IReadOnlyList<CgroupController> controllers)
    {
        var mount = Path.Combine(root, Mount);
        if (!Directory.Exists(mount)) return new([], "control groups are not mounted");
        CgroupPlace[] places = File.Exists(Path.Combine(mount, "cgroup.controllers"))
            ? [Find(mount, OwnGroup(root, parts => parts[0] == "0"), controllers)]
            : [.. controllers.Select(controller => Find(Path.Combine(mount, controller.Name),
                OwnGroup(root, parts => parts[1].Split(',').Contains(controller.Name)), [controller]))];
        return Array.Find(places, place => place.Problem is not null) ?? new([.. places.SelectMany(place => place.Parents)], null);
    }

    private static CgroupPlace Find(string tree, string own, IReadOnlyList<CgroupController> controllers)
    {
        string? problem = $"the {controllers[0].Name} controller is not mounted at {tree}";
        foreach (var parent in Ancestry(tree, own).Where(Directory.Exists))
        {
            problem = ProblemIn(parent, controllers);
            if (problem is null) return new([parent], null);
        }

        return new([], problem);
    }

    private static IEnumerable<string> Ancestry(string tree, string group)
    {
        for (var path = group.Trim('/'); path.Length > 0; path = path[..Math.Max(0, path.LastIndexOf('/'))])
            yield return Path.Combine(tree, path);
        yield return tree;
    }

    // Lines are number:controllers:path; v2 has number 0 and no controllers.
    private static string OwnGroup(string root, Func<string[], bool> isIt)
    {
        var file = Path.Combine(root, "proc/self/cgroup");
        var lines = File.Exists(file) ? File.ReadAllLines(file) : [];
        return lines.Select(line => line.Split(':', 3)).FirstOrDefault(parts => parts.Length == 3 && isIt(parts))?[2] ?? "/";
    }

    private static string? ProblemIn(string parent, IReadOnlyList<CgroupController> controllers)
    {
        var trial = Path.Combine(parent, $"perfmatrix-trial-{Guid.NewGuid():N}");
        try
        {
            Directory.CreateDirectory(trial);
            try
            {
                if (controllers.FirstOrDefault(controller => !controller.IsIn(trial)) is { Name: var name })
                    return $"a group in {parent} has no limit of {name}, because the {name} controller is not delegated to it";
                // Whoever moves a process must be allowed to write to the common ancestor of both groups.
                using var processes = File.OpenWrite(Path.Combine(parent, Processes));
                return null;
            }
            finally
            {
                Directory.Delete(trial);
            }
        }
        catch (Exception problem) when (FileErrors.Is(problem))
        {
            // Without the name of the trial, which differs every time: a plan and its reasons do not.
            return $"no control group can be made: {problem.Message.Replace(trial, parent, StringComparison.Ordinal).TrimEnd('.')}";
        }
    }
}

/// <param name="Version"><c>v1</c> or <c>v2</c>; null when they are not mounted.</param>
public sealed record Cgroups(string? Version, bool CanCreate)
{
    /// <summary>What keeps this process from limiting others, by name of the controller; none where nothing does.</summary>
    public IReadOnlyDictionary<string, string> LimitProblems { get; init; } = new Dictionary<string, string>();

    private static readonly string[] s_tools = ["cgcreate", "cgset", "cgexec", "cgdelete"];

    /// <summary>Looks, and tries to make a group: permissions alone do not tell, since a container may mount the tree read-only.</summary>
    public static Cgroups Look(string root)
    {
        var mount = Path.Combine(root, "sys/fs/cgroup");
        var version = !Directory.Exists(mount) ? null : File.Exists(Path.Combine(mount, "cgroup.controllers")) ? "v2" : "v1";
        var canCreate = version is not null && CanCreateIn(version == "v2" ? mount : Path.Combine(mount, "cpu"));
        return new Cgroups(version, canCreate)
        {
            LimitProblems = CgroupController.All.Select(controller => (controller.Name, CgroupPlace.Look(root, controller).Problem))
                .Where(found => found.Problem is not null).ToDictionary(found => found.Name, found => found.Problem!),
        };
    }

    /// <summary>Whether the tools that crank's agent calls are on a search path (package cgroup-tools).</summary>
    public static bool HasTools(string? path) => s_tools.All(tool => SystemProcessRunner.Find(tool, path) is not null);

    private static bool CanCreateIn(string parent)
    {
        var trial = Path.Combine(parent, $"perfmatrix-trial-{Guid.NewGuid():N}");
        return FileErrors.Or(() =>
        {
            if (!Directory.Exists(parent)) return false;
            Directory.CreateDirectory(trial);
            Directory.Delete(trial);
            return true;
        }, false);
    }
}
