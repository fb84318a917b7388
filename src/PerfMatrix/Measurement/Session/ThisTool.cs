using System.Reflection;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>The version of this program.</summary>
public static class ThisTool
{
    /// <summary>Version and, from a build inside a checkout, the commit; the SDK writes both into the assembly as <c>1.2.3+commit</c>.</summary>
    public static ToolInfo Info { get; } = Parse(typeof(ThisTool).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0");

    /// <summary>Splits an informational version.</summary>
    public static ToolInfo Parse(string informationalVersion)
    {
        var parts = informationalVersion.Split('+', 2);
        return new ToolInfo(parts[0], parts.Length > 1 ? parts[1] : null);
    }
}
