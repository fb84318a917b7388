using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Gate;
using PerfMatrix.GitHub;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.GitHub.Verdicts;
using PerfMatrix.History;
using PerfMatrix.Reporting.Verdicts;
using PerfMatrix.Tests.GitHub;
using PerfMatrix.Tests.GitHub.Comments;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Gate;

/// <summary>What one place counts a verdict as, all others count it as, and as nothing else.</summary>
public sealed class VerdictKindTests
{
    private static readonly string[] s_flags = ["acknowledged", "dropped", "not measured", "reported"];

    public static TheoryData<Verdict, string> Combinations()
    {
        var all = new TheoryData<Verdict, string>();
        foreach (var verdict in Enum.GetValues<Verdict>())
            for (var flags = 0; flags < 1 << s_flags.Length; flags++) all.Add(verdict, Named(flags));
        return all;

        static string Named(int flags) => string.Join(", ", s_flags.Where((_, bit) => (flags & (1 << bit)) != 0));
    }

    [Theory]
    [MemberData(nameof(Combinations))]
    public void A_verdict_is_one_thing_in_all_places(Verdict verdict, string flags)
    {
        var cell = WrittenVerdicts.Cell("a", verdict) with
        {
            Acknowledged = Has("acknowledged") ? "known, #12" : null,
            Dropped = Has("dropped"),
            NotMeasured = Has("not measured"),
            Gates = !Has("reported"),
        };
        var document = WrittenVerdicts.Of(cell);
        var word = Has("reported") ? "" : Has("acknowledged") ? "acknowledged" : verdict == Verdict.Worse ? "worse" : Has("dropped") ? "missing"
            : Has("not measured") ? "not measured" : $"{verdict}".ToLowerInvariant();
        var isOpen = word is "missing" or "not measured" or "undecided" or "unknown";

        Assert.Equal($"Regressed: {HeadlineOf(word)} the same.", VerdictWords.Headline(document));
        Assert.Equal(word, Tables(document));
        Assert.Equal(OutcomeOf(word), Outcomes.Of([Judged(cell)]));
        var annotations = VerdictAnnotations.Of(document);
        Assert.Equal(word is "worse" or "undecided", annotations.Contains("::error ", StringComparison.Ordinal));
        Assert.Equal(isOpen, annotations.Contains("1 of 1 verdicts are undecided or unknown.", StringComparison.Ordinal));
        Assert.Equal($"verdict=regressed\nworse={(word == "worse" ? 1 : 0)}\nundecided={(isOpen && word != "unknown" ? 1 : 0)}\n"
            + "report=verdict/summary.md\n", Outputs(document));
        var comment = CommentBody.Of(document, CommentBodyTests.Context);
        Assert.Equal(isOpen, comment.Contains("**Not known:** 1 of 1 verdicts.", StringComparison.Ordinal));
        Assert.Equal(word is "worse" or "undecided", comment.Contains("how to acknowledge it", StringComparison.Ordinal));
        var entry = Entry(document);
        Assert.Equal((word == "worse", word == "better", word == "same", isOpen),
            (entry.Worse == 1, entry.Better == 1, entry.Same == 1, entry.Unknown == 1));

        bool Has(string flag) => flags.Contains(flag, StringComparison.Ordinal);
    }

    private static string HeadlineOf(string word) => word switch
    {
        "" => "0 verdicts, 0",
        "same" => "1 verdict, 1",
        "missing" => "1 verdict, 1 cell missing in head, 0",
        _ => $"1 verdict, 1 {word}, 0",
    };

    private static Outcome OutcomeOf(string word) => word switch
    {
        "worse" => Outcome.Regressed,
        "" or "missing" or "not measured" => Outcome.Incomplete,
        "undecided" => Outcome.Undecided,
        _ => Outcome.Pass,
    };

    private static SubjectVerdict Judged(CellVerdict cell) => new(GateSamples.Subject(), cell.Stage)
    {
        Verdict = cell.Verdict,
        Acknowledged = cell.Acknowledged,
        Dropped = cell.Dropped,
        NotMeasured = cell.NotMeasured,
        Gates = cell.Gates,
    };

    /// <summary>The titles of the tables of the summary.</summary>
    private static string Tables(VerdictDocument document) => string.Join(", ",
        Regex.Matches(VerdictSummary.Of(document, []), @"^\*\*(?<title>.+) \(1\)\*\*$", RegexOptions.Multiline, TimeSpan.FromSeconds(1))
            .Select(table => table.Groups["title"].Value.ToLowerInvariant()));

    private static string Outputs(VerdictDocument document)
    {
        using var outputs = new StringWriter();
        GitHubVerdictCommand.Tell(new StepFiles(_ => null, outputs), document);
        return outputs.ToString();
    }

    /// <summary>Its entry in <c>verdicts/index.json</c>.</summary>
    private static VerdictEntry Entry(VerdictDocument document)
    {
        var files = new MemoryFiles();
        files.Apply(Shelf.Add(files, Shelf.Verdicts, "20261122T070000000Z-verdict", JsonElement.Parse(VerdictDocument.File.Format(document)),
            RunSamples.Start, source: null));
        return new HistoryStore(files).Index.Verdict!;
    }
}
