namespace PerfMatrix.Evidence.Commands;

/// <summary><c>report article NUMBER RUN...</c>: a published experiment, followed up.</summary>
internal static class ReportArticleCommand
{
    public static Command Create()
    {
        var shared = new DocumentOptions();
        var number =
            new Argument<string>("number") { Description = $"The article: {string.Join(", ", Article.All.Select(article => article.Number))}." };
        var command = new Command("article", "Compares our figures with those of a published experiment.") { number };
        shared.AddTo(command);
        command.SetAction(line => shared.Write(line, StoredRuns.Report(Named(line.GetRequiredValue(number)), shared.Documents(line))));
        return command;
    }

    private static Article Named(string number) => Article.All.FirstOrDefault(article => article.Number == number)
        ?? throw new UsageException(
        $"report article: unknown article '{number}'{Suggestion.Sentence(number, [.. Article.All.Select(article => article.Number)], "valid are")}");
}
