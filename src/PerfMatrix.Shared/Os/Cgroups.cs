namespace PerfMatrix.Shared.Os;

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
    public static bool HasTools(string? path) =>
        s_tools.All(tool => (path ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Any(folder => File.Exists(Path.Combine(folder, tool))));

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
