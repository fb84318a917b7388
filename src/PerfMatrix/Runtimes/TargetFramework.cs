using NuGet.Versioning;

namespace PerfMatrix.Runtimes;

/// <summary>A target framework moniker of .NET 5 or newer, e.g. <c>net10.0</c>.</summary>
internal readonly record struct TargetFramework(int Major, int Minor)
{
    public static TargetFramework Parse(string moniker)
    {
        var numbers = moniker.StartsWith("net", StringComparison.Ordinal) ? moniker[3..].Split('.') : [];
        if (numbers.Length == 2 && TryNumber(numbers[0], out var major) && TryNumber(numbers[1], out var minor) && major >= 5)
            return new TargetFramework(major, minor);

        throw new UsageException(
            $"runtime: '{moniker}' is not a target framework; expected one like net10.0, or an exact patch like net10.0@10.0.12.");
    }

    /// <summary>Whether a runtime of this version runs applications of this framework.</summary>
    public bool Has(SemanticVersion version) => version.Major == Major && version.Minor == Minor;

    /// <summary>Whether an application of this framework can be published with a runtime: one of this version, or a preview of a later one.</summary>
    public bool RunsOn(SemanticVersion version) => Has(version) || (version.IsPrerelease && version.Major > Major);

    public override string ToString() => $"net{Major}.{Minor}";

    private static bool TryNumber(string text, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
