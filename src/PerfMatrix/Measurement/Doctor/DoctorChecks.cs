namespace PerfMatrix.Measurement.Doctor;

/// <summary>How much a finding limits measuring.</summary>
public enum Health
{
    Good,

    /// <summary>Something cannot be measured, or only with more noise.</summary>
    Limited,
    Impossible,
}

internal sealed record Finding(string What, Health Health, string Found, string? Advice = null);

/// <summary>Something the doctor looks at; never throws because something is missing. A new one is a function of <see cref="MachineChecks"/> or
/// <see cref="ToolChecks"/>, and a line in <see cref="DoctorChecks"/>.</summary>
internal delegate Task<IReadOnlyList<Finding>> DoctorCheck(CancellationToken cancellation);

internal static class DoctorChecks
{
    /// <param name="root">Root of the file system; another folder in tests.</param>
    internal static IReadOnlyList<DoctorCheck> All(
        MachineReading machine, Dotnet dotnet, string? path, string root, string runs, DoctorCheck? feeds) =>
    [
        ToolChecks.Sdk(dotnet),
        Quick(() =>
        [
            MachineChecks.Cpus(machine),
            MachineChecks.Pinning(),
            MachineChecks.Scheduling(PriorityScheduling.IsPermitted),
            MachineChecks.Proc(root),
            .. MachineChecks.ControlGroups(root),
        ]),
        .. feeds is null ? Array.Empty<DoctorCheck>() : [feeds],
        Quick(() =>
        [
            MachineChecks.Disk(runs),
            MachineChecks.Governor(root),
            MachineChecks.Turbo(root),
            MachineChecks.LoadAverage(root, machine),
            MachineChecks.Stolen(root),
            ToolChecks.Tool(path, "git", "the run document cannot name the commit it measured", "Install git."),
            ToolChecks.Tool(path, "g++", "the Zero GC cannot be built; its cells are unavailable", "Install g++ (Debian: apt-get install g++)."),
            ToolChecks.Tool(path, "wrk", "scripts/benchmark load has nothing to compare with; measuring does not need it",
                "Install wrk (Debian: apt-get install wrk)."),
        ]),
    ];

    internal static DoctorCheck Quick(Func<IEnumerable<Finding?>> look) =>
        _ => Task.FromResult<IReadOnlyList<Finding>>([.. look().OfType<Finding>()]);
}

internal static class ToolChecks
{
    /// <summary>The SDK publishes the applications; without it nothing can be measured.</summary>
    public static DoctorCheck Sdk(Dotnet dotnet) => cancellation => Errors.OrAsync<IReadOnlyList<Finding>, UsageException>(
        async () => [new("SDK", Health.Good, $".NET SDK {await dotnet.SdkVersionAsync(cancellation)}")],
        _ => [new("SDK", Health.Impossible, "`dotnet --version` failed",
            "Install the .NET 10 SDK from https://dot.net/download and put dotnet on the PATH.")]);

    public static Finding Tool(string? path, string program, string without, string advice) => SystemProcessRunner.Find(program, path) is { } found
        ? new(program, Health.Good, found)
        : new(program, Health.Limited, $"not found: {without}", advice);

    /// <summary>crank itself, which only <c>--driver crank</c> needs.</summary>
    public static Finding Crank(CrankPrograms programs) => Errors.Or<Finding, UsageException>(() =>
    {
        _ = programs.Agent;
        return new("crank", Health.Good, $"{programs.Controller.File}, version {programs.ControllerVersion ?? "unknown"}");
    }, problem => new("crank", Health.Limited, "not installed: --driver crank cannot be used", problem.Message));

    /// <summary>Which runtimes the configured feeds have. Without any, nothing can be published.</summary>
    public static DoctorCheck Feeds(Func<CancellationToken, Task<RuntimeCatalogue>> open, IReadOnlyList<string> frameworks) => cancellation =>
        Errors.OrAsync<IReadOnlyList<Finding>, UsageException>(async () =>
        {
            var catalogue = await open(cancellation);
            var answers = new List<(string Framework, RuntimeResolution Answer)>();
            foreach (var framework in frameworks)
                answers.Add((framework, await catalogue.ResolveAsync(new RuntimeSelector(framework, null), cancellation)));
            var isAnyThere = answers.Exists(answer => answer.Answer.Patch is not null);
            return [.. answers.Select(answer => Runtime(answer.Framework, answer.Answer.Patch, answer.Answer.Reason, isAnyThere))];
        }, problem => [.. frameworks.Select(framework => Runtime(framework, null, problem.Message, isAnyThere: false))]);

    private static Finding Runtime(string framework, string? patch, string? reason, bool isAnyThere) => patch is not null
        ? new($"Runtime {framework}", Health.Good, patch)
        : new(
            $"Runtime {framework}",
            isAnyThere ? Health.Limited : Health.Impossible,
            reason ?? "not in the feed",
            isAnyThere ? "Its cells are unavailable." : "Check the package sources in nuget.config and the network (`dotnet nuget list source`).");
}
