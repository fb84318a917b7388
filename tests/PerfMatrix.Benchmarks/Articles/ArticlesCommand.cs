using System.CommandLine;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary><c>scripts/benchmark articles</c>: what became of published experiments, from runs that are there. Nothing is measured.</summary>
internal static class ArticlesCommand
{
    public static Command Create() => new("articles", "Reports on the articles that perfmatrix follows up. Nothing is measured.")
    {
        ArticleReportCommand.Create(), ArticleClaimsCommand.Create(),
    };
}
