using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace PerfMatrix.Reporting.Site;

/// <summary>Fills the page of the front end in: everything inside, or with script and style beside it.</summary>
internal static partial class SitePage
{
    /// <summary>What every page of ours has, and no other.</summary>
    public const string DataElement = "id=\"perfmatrix-data\"";

    /// <summary>A page that needs no other file. Only its own script and style, known by their hashes, may run: whatever a document brings stays text.</summary>
    /// <param name="data">JSON in which <c>&lt;</c> is escaped.</param>
    public static string SelfContained(string data) => Fill(
        $"default-src 'none'; script-src {Hash(SiteBundle.Script)}; style-src {Hash(SiteBundle.Style)}; img-src data:; base-uri 'none'; form-action 'none'",
        $"<style>{SiteBundle.Style}</style>",
        data,
        $"<script>{SiteBundle.Script}</script>");

    /// <summary>A page that loads script and style from <c>assets/</c>, and its data from the same place.</summary>
    /// <param name="data">JSON in which <c>&lt;</c> is escaped.</param>
    public static string WithAssets(string data) => Fill(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'",
        $"<link rel=\"stylesheet\" href=\"assets/site.css?v={SiteBundle.Version}\">",
        data,
        $"<script src=\"assets/site.js?v={SiteBundle.Version}\"></script>");

    private static string Fill(string policy, string style, string data, string script)
    {
        if (data.Contains('<')) throw new ArgumentException("the data holds a '<' that is not escaped: it could end its element", nameof(data));
        return Place().Replace(SiteBundle.Page, place => place.Groups["name"].Value switch
        {
            "policy" => policy,
            "style" => style,
            "data" => data,
            "script" => script,
            var other => throw new InvalidOperationException($"page.html has an unknown place {{{{{other}}}}}"),
        });
    }

    private static string Hash(string text) => $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'";

    [GeneratedRegex(@"\{\{(?<name>\w+)\}\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Place();
}
