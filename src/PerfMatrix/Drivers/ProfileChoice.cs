namespace PerfMatrix.Drivers;

/// <summary>A profile of the crank files, and variables from outside them.</summary>
/// <param name="Name">Name of the profile.</param>
public sealed record ProfileChoice(string Name)
{
    /// <summary>Variables for every job; they win over those of the files, as crank's <c>--variable</c>.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    /// <summary>A profile without variables.</summary>
    public static implicit operator ProfileChoice(string name) => new(name);

    /// <summary>A profile without variables.</summary>
    public static ProfileChoice FromString(string name) => new(name);
}
