using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Documents;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Articles;

/// <summary>A published experiment that a run follows up. A new one is a class beside these and a line in <see cref="All"/>.</summary>
public abstract class Article
{
    /// <summary>The articles, by number.</summary>
    public static IReadOnlyList<Article> All { get; } = [new DatasArticle(), new ZeroGcArticle(), new LargeJsonArticle(), new VersionsArticle(), new AsyncTasksArticle()];

    /// <summary>Number in options, e.g. <c>000</c>.</summary>
    public abstract string Number { get; }

    /// <summary>Author, title, where and when.</summary>
    public abstract string Source { get; }

    /// <summary>What it found, in a sentence or two.</summary>
    public abstract string Finding { get; }

    /// <summary>Its own figures.</summary>
    public abstract DataTable Figures { get; }

    /// <summary>What it was measured with, point by point; the report sets ours beside each.</summary>
    public abstract Setup Setup { get; }

    /// <summary>Whether a scenario of the matrix belongs to it.</summary>
    public abstract bool Has(string scenario);

    /// <summary>The sections with our figures.</summary>
    protected abstract IEnumerable<ReportSection> Ours(ArticleRun run);

    /// <summary>Builds the report.</summary>
    /// <param name="run">The run.</param>
    /// <param name="files">Its timelines.</param>
    public ReportDocument Build(RunDocument run, TimelineFiles files)
    {
        var own = new ArticleRun(Only(run), files with { Timelines = [.. files.Timelines.Where(timeline => IsOurs(run, timeline.Variant))] });
        return new ReportDocument($"Article {Number} followed up", ReportWords.Context(run),
        [
            new ReportSection("The article", [new Paragraph(Source), new Paragraph(Finding), Figures]),
            new ReportSection("What differs here", [Setup.Beside(own.Run), new Paragraph("Compare shapes and ratios, not numbers: hardware, operating system and load client move absolute figures by more than most findings.")]),
            .. own.Run.Variants.Count > 0 ? Ours(own) : [new ReportSection("Our figures", [new Paragraph($"This run has none of the scenarios of the article. scripts/perfmatrix run --subset articles-short measures them.")])],
            .. own.Skipped(),
        ]);
    }

    private RunDocument Only(RunDocument run)
    {
        List<VariantRecord> variants = [.. run.Variants.Where(variant => Has(variant.Cell.Scenario) && variant.Side != ReportWords.ReferenceSide)];
        var ids = variants.Select(variant => variant.Id).ToHashSet();
        return run with
        {
            Variants = variants,
            Samples = [.. run.Samples.Where(sample => ids.Contains(sample.Variant))],
            Pairs = [.. run.Pairs.Where(pair => ids.Contains(pair.A) && ids.Contains(pair.B))],
            Timelines = [.. (run.Timelines ?? []).Where(timeline => ids.Contains(timeline.Variant))],
            Controls = [.. (run.Controls ?? []).Where(control => ids.Contains(control.Variant))],
            Rates = [.. (run.Rates ?? []).Where(rate => ids.Contains(rate.Variant))],
        };
    }

    private bool IsOurs(RunDocument run, string variant) => run.Variants.Any(record => record.Id == variant && Has(record.Cell.Scenario));
}
