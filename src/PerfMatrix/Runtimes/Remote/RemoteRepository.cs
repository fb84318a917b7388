using System.Text.RegularExpressions;

namespace PerfMatrix.Runtimes;

/// <summary>
/// The address of a git repository that agents fetch from. It stands in configurations, logs and documents, so it holds no secret; and an agent puts it into a command line
/// without quotes, so it holds no character that could be taken for something else.
/// </summary>
public sealed partial record RemoteRepository
{
    /// <summary>Name of the option that gives it.</summary>
    public const string Option = "--remote-source";

    private RemoteRepository(string url) => Url = url;

    /// <summary>The address, as git takes it.</summary>
    public string Url { get; }

    /// <summary>Reads an address.</summary>
    /// <exception cref="UsageException">It is none, or holds a password. The message does not show it then.</exception>
    public static RemoteRepository Parse(string text)
    {
        if (HasSecret(text))
            throw new UsageException($"{Option}: found an address with user name or password, which would appear in logs and documents; leave them out, and give git on the agents a credential helper or an SSH key");
        return Address().IsMatch(text)
            ? new RemoteRepository(text)
            : throw new UsageException($"{Option}: found '{text.Split('?')[0]}', expected the address of a git repository without spaces, quotes and query, e.g. https://github.com/OWNER/NAME.git, git@HOST:PATH or file:///PATH");
    }

    /// <inheritdoc />
    public override string ToString() => Url;

    // The name alone is no secret with SSH (git@host); over HTTP it may be a token.
    private static bool HasSecret(string text)
    {
        var (scheme, rest) = text.Split("://", 2) is [var before, var after] ? (before, after) : ("ssh", text);
        var authority = rest.Split('/')[0];
        return authority.LastIndexOf('@') is >= 0 and var end && (scheme != "ssh" || authority[..end].Contains(':', StringComparison.Ordinal));
    }

    [GeneratedRegex(@"^((https?|ssh|git|file)://|/|[\w.-]+@[\w.-]+:)[\w./~:@%+,=-]+$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Address();
}
