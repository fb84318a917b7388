using System.Globalization;

namespace PerfMatrix.Runtimes;

/// <summary>Version of a runtime, e.g. <c>10.0.12</c> or <c>11.0.0-rc.1.25451.107</c>, ordered as semver.org (2.0.0, section 11) says.</summary>
/// <param name="Preview">What follows the hyphen; empty for a release.</param>
internal readonly record struct PatchVersion(int Major, int Minor, int Patch, string Preview) : IComparable<PatchVersion>
{
    /// <summary>Whether it is not a release.</summary>
    public bool IsPreview => Preview.Length > 0;

    /// <summary>Reads a version of three numbers and an optional preview part.</summary>
    public static bool TryParse(string? text, out PatchVersion version)
    {
        version = default;
        var parts = (text ?? "").Split('+', 2)[0].Split('-', 2);
        var numbers = parts[0].Split('.');
        if (numbers.Length != 3 || !TryNumber(numbers[0], out var major) || !TryNumber(numbers[1], out var minor)
            || !TryNumber(numbers[2], out var patch))
            return false;

        version = new PatchVersion(major, minor, patch, parts.Length == 2 ? parts[1] : "");
        return parts.Length == 1 || parts[1].Length > 0;
    }

    /// <summary>Reads what can be read and leaves out the rest, e.g. versions of four numbers, which no runtime has.</summary>
    public static IReadOnlyList<PatchVersion> ParseAll(IEnumerable<string?> texts) =>
        texts.Select(text => TryParse(text, out var version) ? version : (PatchVersion?)null).OfType<PatchVersion>().ToList();

    public int CompareTo(PatchVersion other)
    {
        var numbers = (Major, Minor, Patch).CompareTo((other.Major, other.Minor, other.Patch));
        return numbers != 0 ? numbers : ComparePreviews(Preview, other.Preview);
    }

    public static bool operator <(PatchVersion left, PatchVersion right) => left.CompareTo(right) < 0;

    public static bool operator >(PatchVersion left, PatchVersion right) => left.CompareTo(right) > 0;

    /// <summary>Whether the left version is not newer.</summary>
    public static bool operator <=(PatchVersion left, PatchVersion right) => left.CompareTo(right) <= 0;

    /// <summary>Whether the left version is not older.</summary>
    public static bool operator >=(PatchVersion left, PatchVersion right) => left.CompareTo(right) >= 0;

    public override string ToString() => IsPreview ? $"{Major}.{Minor}.{Patch}-{Preview}" : $"{Major}.{Minor}.{Patch}";

    private static int ComparePreviews(string left, string right)
    {
        if (left.Length == 0 || right.Length == 0)
            return right.Length.CompareTo(left.Length);

        var (ours, theirs) = (left.Split('.'), right.Split('.'));
        var difference = ours.Zip(theirs, CompareIdentifiers).FirstOrDefault(order => order != 0);
        return difference != 0 ? difference : ours.Length.CompareTo(theirs.Length);
    }

    private static int CompareIdentifiers(string left, string right) =>
        (TryNumber(left, out var ours), TryNumber(right, out var theirs)) switch
        {
            (true, true) => ours.CompareTo(theirs),
            (true, false) => -1,
            (false, true) => 1,
            _ => string.CompareOrdinal(left, right),
        };

    private static bool TryNumber(string text, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}

/// <summary>A target framework moniker of .NET 5 or newer, e.g. <c>net10.0</c>.</summary>
internal readonly record struct TargetFramework(int Major, int Minor)
{
    /// <summary>Reads <c>net10.0</c>.</summary>
    /// <exception cref="UsageException">It is no such moniker.</exception>
    public static TargetFramework Parse(string moniker)
    {
        ArgumentNullException.ThrowIfNull(moniker);
        var numbers = moniker.StartsWith("net", StringComparison.Ordinal) ? moniker[3..].Split('.') : [];
        if (numbers.Length == 2 && TryNumber(numbers[0], out var major) && TryNumber(numbers[1], out var minor) && major >= 5)
            return new TargetFramework(major, minor);

        throw new UsageException(
            $"runtime: '{moniker}' is not a target framework; expected one like net10.0, or an exact patch like net10.0@10.0.12.");
    }

    /// <summary>Whether a runtime of this version runs applications of this framework.</summary>
    public bool Has(PatchVersion version) => version.Major == Major && version.Minor == Minor;

    public override string ToString() => $"net{Major}.{Minor}";

    private static bool TryNumber(string text, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
