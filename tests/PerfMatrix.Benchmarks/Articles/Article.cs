using PerfMatrix.Explain;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>A published experiment that a run follows up. A new one is a file beside these and an entry of <see cref="All"/>.</summary>
internal sealed record Article
{
    public static IReadOnlyList<Article> All { get; } =
        [DatasArticle.Article, ZeroGcArticle.Article, LargeJsonArticle.Article, VersionsArticle.Article, AsyncTasksArticle.Article];

    /// <summary>Number in options, e.g. <c>000</c>.</summary>
    public required string Number { get; init; }

    /// <summary>What it is about, in a few words.</summary>
    public required string Subject { get; init; }
    public required string Source { get; init; }
    public required string Finding { get; init; }
    public required DataTable Figures { get; init; }

    /// <summary>What it was measured with, point by point; the report sets ours beside each.</summary>
    public required Setup Setup { get; init; }

    /// <summary>What the names of its scenarios in the matrix begin with.</summary>
    public required string Scenarios { get; init; }
    public string Legend { get; init; } = FigureColumn.Legend;
    public IReadOnlyList<FigureColumn> Columns { get; init; } = FigureColumn.OfLoad;

    /// <summary>What follows the table of our figures.</summary>
    public required Func<ArticleRun, IEnumerable<ReportPart>> Ours { get; init; }
    public Func<ArticleRun, IEnumerable<ReportSection>> Further { get; init; } = _ => [];

    /// <summary>What it says, one entry each, that a run of full length is held against.</summary>
    public required IReadOnlyList<Claim> Claims { get; init; }

    public ReportDocument Build(RunDocument run, TimelineFiles files, params IReadOnlyList<GcDocument> traced)
    {
        var own = new ArticleRun(Only(run), files, [.. traced.SelectMany(document => document.Cells).Where(cell => Has(cell.Cell))]);
        return new ReportDocument($"{Subject}: article {Number} followed up", ReportWords.Context(run),
        [
            new ReportSection("The article", [new Paragraph(Source), new Paragraph(Finding), Figures]),
            new ReportSection("What differs here",
                [Setup.Beside(own.Run),
                    new Paragraph("Compare shapes and ratios, not numbers: hardware, operating system and load client move absolute figures by "
                        + "more than most findings.")]),
            new ReportSection("Our figures", own.Run.Variants.Count > 0 ? [own.Table(Legend, Columns), .. Ours(own)]
                : [new Paragraph(
                    "This run has none of the scenarios of the article. scripts/perfmatrix run --subset articles-short measures them.")]),
            .. own.Run.Variants.Count > 0 ? Further(own).Prepend(Claim.Section(Claims, own)) : [],
            .. own.Skipped(),
        ]);
    }

    private bool Has(string scenario) => scenario.StartsWith(Scenarios, StringComparison.Ordinal);

    private RunDocument Only(RunDocument run)
    {
        List<VariantRecord> variants = [.. run.Variants.Where(variant => Has(variant.Cell.Scenario) && variant.Side != Side.Reference)];
        var ids = variants.Select(variant => variant.Id).ToHashSet();
        return run with
        {
            Variants = variants,
            Samples = [.. run.Samples.Where(sample => ids.Contains(sample.Variant))],
            Pairs = [.. run.Pairs.Where(pair => ids.Contains(pair.A) && ids.Contains(pair.B))],
            Timelines = [.. (run.Timelines ?? []).Where(timeline => ids.Contains(timeline.Variant))],
            Rates = [.. (run.Rates ?? []).Where(rate => ids.Contains(rate.Variant))],
        };
    }
}

/// <param name="Hardware">CPU and memory; "not said" where the article is silent.</param>
/// <param name="Gc">GC modes, also those that follow from what the article leaves to defaults.</param>
internal sealed record Setup(string Hardware, string OperatingSystem, string Runtimes, string Gc, string LoadClient, string Instrument)
{
    public const string OurLoadClient = "PerfMatrix.Load, HTTP/1.1 over loopback, keep-alive";

    /// <summary>Ours where it is not the usual: BenchmarkDotNet, a probe.</summary>
    public string OurClient { get; init; } = OurLoadClient;
    /// <summary>What is not the same about application and requests; null where nothing is known to differ.</summary>
    public string? Application { get; init; }
    public string OurApplication { get; init; } = "";
    public string OurInstrument { get; init; } = "/proc from outside, the runtime's own GC events and counters inside";

    public DataTable Beside(RunDocument run) => new(
        "The setups side by side.",
        ["", "Article", "This run"],
        [
            ["Hardware", Hardware, $"{run.Machine.CpuModel}, {run.Machine.Cores} CPUs, {Text.Number(run.Machine.Memory.Megabytes / 1024)} GB"],
            ["Operating system", OperatingSystem, run.Machine.Os],
            ["Runtimes", Runtimes, OfMeasured(run, variant => variant.Cell.RuntimeVersion)],
            ["GC", Gc, OfMeasured(run, variant => variant.Cell.GcWithLimits)],
            ["Load or measuring program", LoadClient, OurClient],
            ["Memory and collections", Instrument, OurInstrument],
            .. Application is null ? [] : new IReadOnlyList<CellText>[] { [(CellText)"Requests and application", Application, OurApplication] },
        ]);

    private static string OfMeasured(RunDocument run, Func<VariantRecord, string?> value) =>
        string.Join(", ", run.Variants.Where(variant => variant.Status == VariantStatus.Measured).Select(value).OfType<string>().Distinct())
            is { Length: > 0 } all ? all : "-";
}
