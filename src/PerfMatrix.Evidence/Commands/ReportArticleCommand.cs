using PerfMatrix.Evidence.Articles;
using PerfMatrix.Explain;

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
        command.SetAction(line =>
        {
            var article = Named(line.GetRequiredValue(number));
            var (run, timelines) = shared.Runs(line, ofOneCommit: false);
            IReadOnlyList<GcDocument> traced = article == DatasArticle.Article ? Traced(shared.Documents(line)) : [];
            var report = article.Build(run, timelines, traced);
            shared.Write(line, report with { Sections = [.. report.Sections, .. DatasDecisions.Of(traced)] });
        });
        return command;
    }

    private static List<GcDocument> Traced(IEnumerable<string> documents) =>
    [
        .. documents.Select(document => Path.GetDirectoryName(Path.GetFullPath(document))!).Distinct()
            .Select(folder => GcDocument.File.Find(GcDocument.File.In(folder))).OfType<GcDocument>(),
    ];

    private static Article Named(string number) => Article.All.FirstOrDefault(article => article.Number == number)
        ?? throw new UsageException(
        $"report article: unknown article '{number}'{Suggestion.Sentence(number, [.. Article.All.Select(article => article.Number)], "valid are")}");
}
