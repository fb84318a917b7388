using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Measurement.Doctor;

internal static class ToolChecks
{
    /// <summary>The SDK publishes the applications; without it nothing can be measured.</summary>
    public static DoctorCheck Sdk(Dotnet dotnet) => async cancellation =>
    {
        try
        {
            return [new("SDK", Health.Good, $".NET SDK {await dotnet.SdkVersionAsync(cancellation)}")];
        }
        catch (UsageException)
        {
            return [new("SDK", Health.Impossible, "`dotnet --version` failed",
                "Install the .NET 10 SDK from https://dot.net/download and put dotnet on the PATH.")];
        }
    };

    public static Finding Tool(string? path, string program, string without, string advice) => SystemProcessRunner.Find(program, path) is { } found
        ? new(program, Health.Good, found)
        : new(program, Health.Limited, $"not found: {without}", advice);

    /// <summary>crank itself, which only <c>--driver crank</c> needs.</summary>
    public static Finding Crank(CrankPrograms programs)
    {
        try
        {
            _ = programs.Agent;
            return new("crank", Health.Good, $"{programs.Controller.File}, version {programs.ControllerVersion ?? "unknown"}");
        }
        catch (UsageException problem)
        {
            return new("crank", Health.Limited, "not installed: --driver crank cannot be used", problem.Message);
        }
    }

    /// <summary>Which runtimes the configured feeds have. Without any, nothing can be published.</summary>
    public static DoctorCheck Feeds(Func<CancellationToken, Task<RuntimeCatalogue>> open, IReadOnlyList<string> frameworks) => async cancellation =>
    {
        try
        {
            var catalogue = await open(cancellation);
            var answers = new List<(string Framework, RuntimeResolution Answer)>();
            foreach (var framework in frameworks)
                answers.Add((framework, await catalogue.ResolveAsync(new RuntimeSelector(framework, null), cancellation)));
            var isAnyThere = answers.Exists(answer => answer.Answer.Patch is not null);
            return [.. answers.Select(answer => Runtime(answer.Framework, answer.Answer.Patch, answer.Answer.Reason, isAnyThere))];
        }
        catch (UsageException problem)
        {
            return [.. frameworks.Select(framework => Runtime(framework, null, problem.Message, isAnyThere: false))];
        }
    };

    private static Finding Runtime(string framework, string? patch, string? reason, bool isAnyThere) => patch is not null
        ? new($"Runtime {framework}", Health.Good, patch)
        : new(
            $"Runtime {framework}",
            isAnyThere ? Health.Limited : Health.Impossible,
            reason ?? "not in the feed",
            isAnyThere ? "Its cells are unavailable." : "Check the package sources in nuget.config and the network (`dotnet nuget list source`).");
}
