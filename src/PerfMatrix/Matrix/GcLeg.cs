namespace PerfMatrix.Matrix;

/// <summary>A value of the GC axis: settings of the application's process that put one GC mode in force.</summary>
/// <param name="Name">Name in cells and options, e.g. <c>server</c>.</param>
/// <param name="Description">One sentence for people.</param>
/// <param name="Environment">
/// Variables of the application's process only, with their prefix <c>DOTNET_</c>. The runtime reads numbers in them as hexadecimal. What the
/// process must prove follows from them.
/// </param>
/// <param name="Rules">What a cell must fulfil for the leg to have a meaning.</param>
public sealed record GcLeg(string Name, string Description, IReadOnlyDictionary<string, string> Environment, IReadOnlyList<GcRule> Rules)
{
    private const string NameVariable = "DOTNET_GCName";

    /// <summary>Folder with the sources of a standalone GC of ours, relative to the root; it is built and put beside the runtime. Null for GCs that ship with the runtime.</summary>
    public string? Library { get; init; }

    /// <summary>File name of the standalone GC that the runtime is told to load; null for the GC inside the runtime.</summary>
    public string? GcName => Environment.GetValueOrDefault(NameVariable) is { Length: > 0 } name ? name : null;
}

/// <summary>
/// Legs that differ by a number at the end of their name: <c>server-heaps-N</c> stands for <c>server-heaps-1</c>, <c>server-heaps-2</c> and so on.
/// They are left out unless a subset or option names one.
/// </summary>
/// <param name="Prefix">The name up to the number, e.g. <c>server-heaps-</c>.</param>
/// <param name="Member">Makes the leg of a number from 1 to <see cref="LargestMember"/>.</param>
public sealed record GcLegFamily(string Prefix, Func<int, GcLeg> Member)
{
    /// <summary>Most heaps the runtime supports (MAX_SUPPORTED_CPUS of the GC).</summary>
    public const int LargestMember = 1024;

    /// <summary>The name in the matrix file and in lists of valid names.</summary>
    public string Name => Prefix + "N";

    /// <summary>The number in the name of a member; null when the name is not one.</summary>
    public int? NumberOf(string name) =>
        name.StartsWith(Prefix, StringComparison.Ordinal)
        && int.TryParse(name.AsSpan(Prefix.Length), System.Globalization.NumberStyles.None, null, out var number)
        && number is >= 1 and <= LargestMember
        && Prefix + number == name
            ? number
            : null;
}
