using System.Globalization;
using System.Text;
using PerfMatrix.Measurement;

namespace PerfMatrix.Commands;

/// <summary>What a bisection found, for a terminal.</summary>
public static class BisectText
{
    /// <summary>The answer with its evidence.</summary>
    /// <param name="log">The log.</param>
    /// <param name="file">Where it is.</param>
    public static string Of(BisectDocument log, string file)
    {
        var text = new StringBuilder(string.Create(CultureInfo.InvariantCulture, $"{log.Metric} of {log.Cell}\n"));
        text.Append(log.Next switch
        {
            FirstBad first => $"First bad: {log.Candidates[first.Candidate].Title}\n{Evidence(log, first.Candidate)}{Before(log, first.Candidate)}",
            AmongThese among => $"First bad: one of these; the ones before the last could not be judged\n{Titles(log, among)}{Evidence(log, among.Last)}",
            _ => $"Not separable: {log.Candidates[^1].Title} is not confirmed to be worse than {log.Good.Title}, so there is nothing to search for.\n{Evidence(log, log.Candidates.Count - 1)}",
        });
        text.Append(CultureInfo.InvariantCulture, $"{log.Steps.Count} of {log.Candidates.Count} candidates judged: {file}\n");
        return text.ToString();
    }

    /// <summary>A name for the folder of a bisection that the same question has again.</summary>
    public static string FolderName(BisectDocument question)
    {
        var name = $"{question.Cell}--{question.Metric}--{Short(question.Good.Id)}--{Short(question.Candidates[^1].Id)}";
        return string.Concat(name.Select(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '.' ? character : '-'));
    }

    private static string Before(BisectDocument log, int candidate) =>
        candidate == 0 ? $"  the one before is the good end, {log.Good.Title}\n" : $"  the one before, {log.Candidates[candidate - 1].Title}: {log.EvidenceOf(candidate - 1)!.Reason}\n";

    private static string Titles(BisectDocument log, AmongThese among) =>
        string.Concat(Enumerable.Range(among.First, among.Last - among.First + 1).Select(index => $"  {log.Candidates[index].Title}{Silence(log, index)}\n"));

    private static string Silence(BisectDocument log, int candidate) =>
        log.EvidenceOf(candidate) is { Answer: BisectAnswer.Skipped or BisectAnswer.Unclear } evidence ? $" ({evidence.Answer.ToString().ToLowerInvariant()}: {FirstLine(evidence.Reason)})" : "";

    private static string Evidence(BisectDocument log, int candidate)
    {
        if (log.EvidenceOf(candidate) is not { } evidence)
            return "";
        var effect = evidence.EffectPercent is { } percent ? $"{Signed(percent)} % [{Signed(evidence.LowPercent)} {Signed(evidence.HighPercent)}] against the good end, above 0 is worse, {evidence.Rounds} rounds; " : "";
        return $"  {effect}{FirstLine(evidence.Reason)}\n";
    }

    private static string Signed(double? percent) => percent is { } number ? number.ToString("+0.0;-0.0;0.0", CultureInfo.InvariantCulture) : "?";

    private static string FirstLine(string text) => text.Split('\n')[0].TrimEnd('\r');

    private static string Short(string id) => id[..Math.Min(8, id.Length)];
}
