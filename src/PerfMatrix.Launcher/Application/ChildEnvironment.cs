
using PerfMatrix.Contract;
using PerfMatrix.Processes;

namespace PerfMatrix.Launcher;

/// <summary>The environment of the application: what the launcher inherited, without what would change how .NET runs, plus what the variant asks for.</summary>
internal static class ChildEnvironment
{
    /// <summary>Composes it.</summary>
    public static Dictionary<string, string?> Compose(IEnumerable<KeyValuePair<string, string?>> inherited, LaunchPlan plan, Uri address, string token)
    {
        var environment = inherited.Where(variable => !InheritedEnvironment.IsLeak(variable.Key) && PlanVariable.All.All(own => own.Name != variable.Key)).ToDictionary();
        environment["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority);
        environment[ProbeRoutes.TokenVariable] = token;
        foreach (var (name, value) in plan.Environment)
            environment[name] = value;
        return environment;
    }
}
