using System.Security.Cryptography;
using System.Text;

namespace PerfMatrix.Reporting.Site;

/// <summary>
/// The built front end, <c>reports/site</c>, carried inside this program, because a user's machine has the .NET SDK and no Node. A test proves that the
/// checked-in files are what the sources give.
/// </summary>
internal static class SiteBundle
{
    /// <summary>The script of all views.</summary>
    public static string Script { get; } = Read("site.js");

    /// <summary>The style sheet.</summary>
    public static string Style { get; } = Read("site.css");

    /// <summary>The page around them, with places to fill in.</summary>
    public static string Page { get; } = Read("page.html");

    /// <summary>Changes when script or style change, so that browsers do not mix versions.</summary>
    public static string Version { get; } = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Script + Style)))[..12];

    private static string Read(string name)
    {
        using var stream = typeof(SiteBundle).Assembly.GetManifestResourceStream($"site/{name}")
            ?? throw new InvalidOperationException($"the resource site/{name} is not embedded: PerfMatrix.csproj embeds reports/site/dist");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
