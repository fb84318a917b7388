using System.Text;
using System.Text.RegularExpressions;

namespace PerfMatrix.Drivers;

/// <summary>
/// Values that must not be seen: those of variables whose name says so, wherever they come from. They reach the application, and nothing that is
/// printed or kept.
/// </summary>
public sealed partial class Secrets
{
    /// <summary>What stands in place of a secret.</summary>
    public const string Mask = "***";

    /// <summary>A shorter value would mask half of a text, and hides nothing.</summary>
    private const int ShortestValue = 4;

    private readonly string[] _values;

    private Secrets(IEnumerable<string> values) => _values = [.. values.Where(value => value.Length >= ShortestValue).Distinct().OrderByDescending(value => value.Length)];

    /// <summary>Whether there are none.</summary>
    public bool IsEmpty => _values.Length == 0;

    /// <summary>The secrets among variables.</summary>
    public static Secrets Of(IReadOnlyDictionary<string, string> variables) => new(variables.Where(variable => IsSecret(variable.Key)).Select(variable => variable.Value));

    /// <summary>Whether the name of a variable says that its value is secret: it holds password, secret, token, key, credential or connectionString.</summary>
    public static bool IsSecret(string name) => Words().IsMatch(name);

    /// <summary>A text without them.</summary>
    public string Masked(string text) => _values.Aggregate(text, (masked, value) => masked.Replace(value, Mask, StringComparison.Ordinal));

    /// <summary>A file in UTF-8 without them.</summary>
    public byte[] Masked(byte[] file) => IsEmpty ? file : Encoding.UTF8.GetBytes(Masked(Encoding.UTF8.GetString(file)));

    [GeneratedRegex("password|passwd|secret|token|(^|_|-)key|apikey|accesskey|privatekey|credential|connectionString", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Words();
}
