using System.Text;

namespace PerfMatrix.Drivers;

/// <summary>A command line in one text, as crank hands it to <c>ProcessStartInfo.Arguments</c>.</summary>
internal static class CommandLineText
{
    /// <summary>
    /// Splits at white space outside double quotes; two double quotes inside quotes are one. The rules of .NET for backslashes are left out: a
    /// backslash is itself.
    /// </summary>
    public static IReadOnlyList<string> Split(string text)
    {
        var arguments = new List<string>();
        var current = new StringBuilder();
        var (isQuoted, hasArgument) = (false, false);
        for (var i = 0; i < text.Length; i++)
        {
            var isQuote = text[i] == '"';
            if (isQuote && isQuoted && i + 1 < text.Length && text[i + 1] == '"') current.Append(text[++i]);
            else if (isQuote) (isQuoted, hasArgument) = (!isQuoted, true);
            else if (isQuoted || !char.IsWhiteSpace(text[i])) (current, hasArgument) = (current.Append(text[i]), true);
            else if (hasArgument) hasArgument = Complete();
        }

        if (hasArgument) Complete();
        return arguments;

        bool Complete()
        {
            arguments.Add(current.ToString());
            current.Clear();
            return false;
        }
    }
}
