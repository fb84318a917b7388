namespace PerfMatrix.Measurement.Doctor;

/// <summary>What a machine has that measuring needs, read from its files below a root.</summary>
internal static class MachineChecks
{
    private const double ComfortableDisk = 3;
    private const double LeastDisk = 0.5;
    private const double BusyShare = 0.3;
    private const double StolenShare = 0.01;
    private const int StealColumn = 8;
    private const string CgroupAdvice = "Only crank's cpuSet needs it: run the agent as root with cgroup-tools. The local driver pins instead.";

    /// <summary>How many cores an application can get, and whether the load generator has some of its own.</summary>
    public static Finding Cpus(MachineReading machine)
    {
        var found = $"{machine.Cpus.Count} allowed, {machine.CpuModel}";
        return machine.Cpus.Count switch
        {
            1 => new("CPUs", Health.Limited, found, "Server GC modes are n/a on one core, and the load generator shares it. Allow more CPUs."),
            2 => new("CPUs", Health.Limited, found,
                "In 2-core cells the load generator shares the application's CPUs; in 1-core cells each has its own. With four CPUs each has its "
                    + "own in both."),
            _ => new("CPUs", Health.Good, found),
        };
    }

    /// <summary>A changing clock adds noise. Interleaving takes most of it away; single-variant blocks keep it.</summary>
    public static Finding Governor(string root) => Read(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") switch
    {
        null => new("CPU governor", Health.Good, "not visible here (usual in virtual machines)"),
        "performance" => new("CPU governor", Health.Good, "performance"),
        var other => new("CPU governor", Health.Limited, other, "As root: cpupower frequency-set -g performance."),
    };

    public static Finding Turbo(string root) =>
        (Read(root, "sys/devices/system/cpu/intel_pstate/no_turbo"), Read(root, "sys/devices/system/cpu/cpufreq/boost")) switch
        {
            ("0", _) => new("Turbo", Health.Limited, "on", "As root: echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo."),
            (_, "1") => new("Turbo", Health.Limited, "on", "As root: echo 0 > /sys/devices/system/cpu/cpufreq/boost."),
            (null, null) => new("Turbo", Health.Good, "not visible here (usual in virtual machines)"),
            _ => new("Turbo", Health.Good, "off"),
        };

    /// <summary>Busy neighbours: the load average of the last minute for each CPU (man 5 proc).</summary>
    public static Finding? LoadAverage(string root, MachineReading machine)
    {
        if (Words(root, "proc/loadavg") is not [var first, ..] || !double.TryParse(first, CultureInfo.InvariantCulture, out var load)) return null;
        var found = $"load average {load:F2} on {machine.Cpus.Count} CPUs";
        return load / machine.Cpus.Count <= BusyShare ? new Finding("Other work", Health.Good, found)
            : new Finding("Other work", Health.Limited, found,
                "Something else is running: results get noisier, more rounds are needed. End it, or wait a minute.");
    }

    /// <summary>CPU time that the host has taken since boot (man 5 proc).</summary>
    public static Finding? Stolen(string root)
    {
        var times = Words(root, "proc/stat").Skip(1).Take(StealColumn).Select(word => double.Parse(word, CultureInfo.InvariantCulture)).ToList();
        if (times.Count < StealColumn || times.Sum() <= 0) return null;
        var share = times[^1] / times.Sum();
        var found = $"{100 * share:F1} % of CPU time stolen by the host since boot";
        return share <= StolenShare ? new Finding("Neighbours", Health.Good, found)
            : new Finding("Neighbours", Health.Limited, found, "The virtual machine shares its CPUs; expect more noise, prefer a dedicated one.");
    }

    /// <summary>A self-contained publish takes about 110 MB for each runtime and workload, raw files little.</summary>
    public static Finding Disk(string folder) => Errors.Or<Finding>(() =>
    {
        var free = new Bytes(new DriveInfo(Existing(Path.GetFullPath(folder))).AvailableFreeSpace).Gibibytes;
        var found = $"{free:F1} GiB free";
        return free switch
        {
            >= ComfortableDisk => new("Disk", Health.Good, found),
            >= LeastDisk => new("Disk", Health.Limited, found, "A full matrix publishes several runtimes at about 110 MB each; free some space."),
            _ => new("Disk", Health.Impossible, found, "Free at least 0.5 GiB, or run from a folder on another disk."),
        };
    }, problem => FileErrors.Is(problem) || problem is ArgumentException, problem => new("Disk", Health.Limited, $"cannot tell: {problem.Message}"));

    /// <summary>Pinning makes the cores axis; it needs sched_setaffinity, which any Linux process may call for itself.</summary>
    public static Finding Pinning() => OperatingSystem.IsLinux()
        ? new("Pinning", Health.Good, "available (sched_setaffinity)")
        : new("Pinning", Health.Limited, "not on this system", "Only cells with all cores can be measured; use Linux for the cores axis.");

    /// <summary>/proc gives peak memory, CPU time of a process and the GC libraries it has mapped.</summary>
    public static Finding Proc(string root) => File.Exists(Path.Combine(root, "proc/self/status"))
        ? new("/proc", Health.Good, "readable")
        : new("/proc", Health.Limited, "missing", "Memory is read through portable APIs and GC libraries are not proven; use Linux for both.");

    /// <summary>With priority the measured programs do not wait behind others that run on the machine.</summary>
    public static Finding Scheduling(bool isPermitted) => isPermitted
        ? new("Scheduling", Health.Good, "priority permitted (nice -20)")
        : new("Scheduling", Health.Limited, "priority not permitted", OperatingSystem.IsLinux()
            ? $"Results are several times noisier while other programs run. Permit it for this shell: {PriorityScheduling.HowToPermit}"
            : "Results are several times noisier while other programs run. Scheduling with priority works on Linux only.");

    /// <summary>crank limits the CPUs of a job with cgroups, where the local driver pins and needs none; a limit needs them under both.</summary>
    public static IEnumerable<Finding> ControlGroups(string root)
    {
        var found = Cgroups.Look(root);
        return CgroupController.All.Select(controller => Limit(controller, found)).Prepend(found switch
        {
            { Version: null } => new("cgroups", Health.Limited, "not mounted", CgroupAdvice),
            { CanCreate: true } => new("cgroups", Health.Good, $"{found.Version}, groups can be created"),
            _ => new("cgroups", Health.Limited, $"{found.Version}, no group can be created", CgroupAdvice),
        });
    }

    private static Finding Limit(CgroupController controller, Cgroups found)
    {
        var title = $"{char.ToUpperInvariant(controller.Words[0])}{controller.Words[1..]}s";
        return found.LimitProblems.TryGetValue(controller.Name, out var problem)
            ? new(title, Health.Limited, problem,
                $"Cells with {controller.Option} are unavailable; run as root where /sys/fs/cgroup is writable, or leave the option out.")
            : new(title, Health.Good, "available (control groups)");
    }

    // The folder of runs is made by the first run; the drive of what is there already is the same.
    private static string Existing(string path) => Directory.Exists(path) || Path.GetDirectoryName(path) is not { } parent ? path : Existing(parent);

    private static string[] Words(string root, string file) =>
        (Read(root, file) ?? "").Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static string? Read(string root, string file) => FileErrors.Or(() =>
    {
        var path = Path.Combine(root, file);
        return File.Exists(path) ? File.ReadAllText(path).Trim() : null;
    }, null);
}
