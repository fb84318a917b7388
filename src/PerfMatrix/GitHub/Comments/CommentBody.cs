using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>The comment on a pull request. Pure: the same verdict and context give the same text.</summary>
public static class CommentBody
{
    /// <summary>Largest comment in bytes; the service takes 65,536 characters.</summary>
    public const int Largest = 60 * 1024;

    private const string Cut = "\nThere was no room for more; the full report has everything.\n";

    /// <summary>The comment of a verdict.</summary>
    public static string Of(VerdictDocument verdict, CommentContext context) => Join(
    [
        Opening(context, Word(verdict.Outcome), $"**{VerdictWords.Headline(verdict)}** {Commits(verdict, context)} [Full report]({context.Report})."),
        CommentTable.Of(verdict, context),
        CommentUnknowns.Of(verdict, context),
        CommentPolicy.Of(context),
        CommentLinks.Of(verdict, context),
        CommentCommands.Reproduce(verdict, context),
        CommentCommands.Acknowledge(verdict, context),
    ]);

    /// <summary>The comment of a run without a verdict: missing is loud.</summary>
    /// <param name="reason">Why; it may quote what was found.</param>
    /// <param name="context">The context.</param>
    public static string WithoutVerdict(string reason, CommentContext context) => Join(
    [
        Opening(context, "no verdict", $"**Incomplete, this is not a pass.** {Quoted(reason)}. [Look at the run]({context.Report}), and run its failed jobs again."),
        CommentPolicy.Of(context),
    ]);

    /// <summary>The comment on the pull request that brings perfmatrix.</summary>
    /// <param name="commit">Its base, which has none.</param>
    /// <param name="context">The context.</param>
    public static string OfIntroduction(string commit, CommentContext context) =>
        Opening(context, "nothing to compare with", $"{Introduction.Sentence(commit)} [Look at the run]({context.Report}).");

    // In code there are no links, mentions or HTML; what could end the code, or be taken for HTML by a mail reader, goes.
    private static string Quoted(string text) => $"`{string.Concat(text.Select(c => c is '`' or '<' or '>' or '@' || char.IsControl(c) ? '?' : c))}`";

    private static string Opening(CommentContext context, string word, string sentence) => $"{context.Marker.Line}\n### perfmatrix: {word}\n\n{sentence}\n";

    private static string Word(Outcome outcome) => outcome switch
    {
        Outcome.Pass => "pass",
        Outcome.Regressed => "regressed",
        _ => "incomplete",
    };

    private static string Commits(VerdictDocument verdict, CommentContext context) =>
        $"`{Short(context.Run.HeadSha)}` against {((verdict.Base?.Sha ?? context.BaseSha) is { } old ? $"`{Short(old)}`" : "its base")}.";

    private static string Short(string? sha) => sha is { Length: >= 8 } && sha.All(char.IsAsciiHexDigit) ? sha[..8] : "?";

    /// <summary>Sections in order of importance; the first that does not fit ends the text.</summary>
    private static string Join(IEnumerable<string> sections)
    {
        var text = new StringBuilder();
        var size = 0;
        foreach (var section in sections.Where(section => section.Length > 0))
        {
            var addition = text.Length == 0 ? section : "\n" + section;
            if ((size += Encoding.UTF8.GetByteCount(addition)) > Largest - Cut.Length) return text.Append(Cut).ToString();
            text.Append(addition);
        }

        return text.ToString();
    }
}
