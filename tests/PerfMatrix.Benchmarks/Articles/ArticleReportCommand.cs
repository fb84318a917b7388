using System.CommandLine;
using PerfMatrix.Commands;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary><c>articles report NUMBER RUN...</c>: a published experiment, followed up.</summary>
internal static class ArticleReportCommand
{
    public static Command Create()
    {
        var shared = new DocumentOptions();
        var number =
            new Argument<string>("number") { Description = $"The article: {string.Join(", ", Article.All.Select(article => article.Number))}." };
        var command = new Command("report", "Compares our figures, of one commit or of several, with those of a published experiment.") { number };
        shared.AddTo(command);
        command.SetAction(line => shared.Write(line, StoredRuns.Report(Named(line.GetRequiredValue(number)), shared.Documents(line))));
        return command;
    }

    private static Article Named(string number) => Article.All.FirstOrDefault(article => article.Number == number)
        ?? throw new UsageException(
        $"articles report: unknown article '{number}'{Suggestion.Sentence(number, [.. Article.All.Select(article => article.Number)], "valid are")}");
}
