using System.Diagnostics.CodeAnalysis;

namespace PerfMatrix.GitHub;

/// <summary>A repository on GitHub, e.g. <c>octo/perf</c>. Upper and lower case are the same.</summary>
/// <param name="Owner">User or organization.</param>
/// <param name="Name">Name below the owner.</param>
public sealed record RepositoryName(string Owner, string Name)
{
    private const int Longest = 100;

    /// <summary>Reads <c>owner/name</c>.</summary>
    public static bool TryParse(string? text, [NotNullWhen(true)] out RepositoryName? name)
    {
        name = text?.Split('/') is [var owner, var repository] && IsPlain(owner) && IsPlain(repository) ? new(owner, repository) : null;
        return name is not null;
    }

    /// <summary>The repository of a remote: <c>https://github.com/owner/name.git</c>, <c>git@github.com:owner/name.git</c>; null when the address has another form.</summary>
    public static RepositoryName? OfRemote(string? address)
    {
        var parts = address?.Split('/', ':');
        if (parts is not { Length: >= 2 }) return null;
        var name = parts[^1].EndsWith(".git", StringComparison.Ordinal) ? parts[^1][..^4] : parts[^1];
        return address!.Contains("://", StringComparison.Ordinal) || address.Contains('@', StringComparison.Ordinal)
            ? TryParse($"{parts[^2]}/{name}", out var found) ? found : null
            : null;
    }

    /// <summary>Whether the text names this repository.</summary>
    public bool Is(string? text) => string.Equals(text, ToString(), StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc />
    public override string ToString() => $"{Owner}/{Name}";

    // Dots alone would climb a path of the API.
    private static bool IsPlain(string text) =>
        text.Length is > 0 and <= Longest && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.') && text.Any(c => c != '.');
}
