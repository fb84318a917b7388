namespace PerfMatrix.Launcher;

/// <summary>Reads the launch plans that a driver writes, from the file of the command line or from <see cref="PlanVariable.Launch"/>.</summary>
internal static class PlanFile
{
    /// <summary>Reads and checks the plans; their executables become absolute.</summary>
    public static IReadOnlyList<LaunchPlan> Read(string[] arguments)
    {
        if (arguments.Length == 0 && PlanVariable.Read(PlanVariable.Launch) is { } variable)
            return Read(variable, $"${PlanVariable.Launch}", Environment.CurrentDirectory);
        if (arguments is not [var path])
            throw new FormatException(
                $"found {arguments.Length} arguments and no ${PlanVariable.Launch}, expected one of them: the launch plans (JSON) that a "
                    + "driver writes.");
        return Read(File.ReadAllBytes(path), path, Path.GetDirectoryName(Path.GetFullPath(path))!);
    }

    private static IReadOnlyList<LaunchPlan> Read(byte[] json, string path, string folder)
    {
        var plans = Plans(json, path);
        foreach (var plan in plans) Check(plan, path);
        return [.. plans.Select(plan => plan with
        {
            Executable = Path.GetFullPath(Path.Combine(folder, plan.Executable)),
            Publish = plan.Publish is { } publish ? publish with { Source = Path.GetFullPath(Path.Combine(folder, publish.Source)) } : null,
        })];
    }

    private static IReadOnlyList<LaunchPlan> Plans(byte[] json, string path) => Errors.Or(
        () => JsonSerializer.Deserialize(json, ContractJson.Default.IReadOnlyListLaunchPlan) is { Count: > 0 } plans ? plans
            : throw new FormatException($"{path}: expected a list of launch plans, found none."),
        (JsonException exception) => throw new FormatException($"{path}: not a list of launch plans: {exception.Message}", exception));

    private static void Check(LaunchPlan plan, string path)
    {
        Require(IsHttp(plan.Control), "control", plan.Control, "an address such as http://127.0.0.1:0");
        Require(IsHttp(plan.Application) || plan.Application.Scheme == Uri.UriSchemeHttps, "application", plan.Application,
            "an address such as http://127.0.0.1:0 or https://127.0.0.1:0");
        Require(plan.ReadyPath.StartsWith('/'), "readyPath", plan.ReadyPath, "a path that begins with /");
        Require(plan.StartTimeout > TimeSpan.Zero, "startTimeoutMs", plan.StartTimeout.TotalMilliseconds, "more than 0");
        Require(plan.StopTimeout > TimeSpan.Zero, "stopTimeoutMs", plan.StopTimeout.TotalMilliseconds, "more than 0");
        Require(plan.Limits.IsPositive, "limits", plan.Limits, "amounts above 0");

        void Require(bool isGood, string key, object found, string expected)
        {
            if (!isGood) throw new FormatException($"{path}: {key}: found {found}, expected {expected}.");
        }
    }

    private static bool IsHttp(Uri address) => address.IsAbsoluteUri && address.Scheme == Uri.UriSchemeHttp;
}
