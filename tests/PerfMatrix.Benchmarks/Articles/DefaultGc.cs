namespace PerfMatrix.Benchmarks.Articles;

/// <summary>What applications got that were told nothing about the GC, by their proofs, and how much of a runtime's change it explains.</summary>
internal static class DefaultGc
{
    public const string Adaptive = "server GC with DATAS";

    /// <summary>The GC mode without variables.</summary>
    public const string Shipped = "default";

    private const string Server = "server";
    private const string Datas = "datas";
    private const string Title = "The GC that a web project gets when nobody chooses";

    public static ReportSection Of(ArticleRun run)
    {
        var shipped = run.Measured.Where(variant => variant.Cell.Gc == Shipped).ToList();
        return new(Title, shipped.Count == 0 ? [new Paragraph($"This run has no cell of the GC mode {Shipped}, so it does not tell.")]
            : [Reported(shipped), .. Parts(run, shipped)]);
    }

    /// <summary>In words what a process said of its GC.</summary>
    public static string NameOf(ProbeProof? proof) => proof switch
    {
        null => "not known: no probe",
        { IsServerGc: false } => "workstation GC",
        _ when GcMode.HasDatas(proof) => Adaptive,
        _ => proof.GcConfiguration.GetValueOrDefault(GcMode.Adaptation) == "0" ? "server GC, a fixed number of heaps" : "server GC",
    };

    private static DataTable Reported(IEnumerable<VariantRecord> shipped) => new(
        "What the processes reported of themselves that no GC variable was set for.",
        ["Runtime", "GC", "Cells"],
        [.. shipped.GroupBy(variant => (variant.Cell.Runtime, Gc: NameOf(variant.Proof))).Select(
            group => (IReadOnlyList<CellText>)[group.Key.Runtime, group.Key.Gc, Text.Number(group.Count())])])
    {
        Texts = [0, 1],
    };

    private static IEnumerable<ReportPart> Parts(ArticleRun run, IReadOnlyList<VariantRecord> shipped)
    {
        var steps = (from older in shipped
                     from newer in shipped
                     where older.Cell.With(Axis.Runtime, newer.Cell.Runtime).Id == newer.Cell.Id && IsNext(shipped, older.Cell, newer.Cell)
                     select new RuntimeStep(run, older, newer)).ToList();
        if (steps.Count == 0) yield break;
        yield return new Bullets([.. steps.Select(step => step.Sentence)]);
        yield return new DataTable(
            "The same change taken apart, where the explicit modes were measured in the same block: server to server is what the runtime changed, "
                + "server to datas on the newer runtime what DATAS changed. With [low high], the 95 % interval; ~ is no significant difference.",
            ["Change", "requests/s %", "CPU us/req %", "peak RSS %"],
            [.. steps.SelectMany(step => step.Rows)]);
    }

    private static bool IsNext(IReadOnlyList<VariantRecord> shipped, Cell older, Cell newer) =>
        VersionOf(older) < VersionOf(newer)
        && !shipped.Any(between => between.Cell.Scenario == older.Scenario && between.Cell.Cores == older.Cores
            && VersionOf(between.Cell) > VersionOf(older) && VersionOf(between.Cell) < VersionOf(newer));

    private static Version VersionOf(Cell cell) => RuntimeAxisReader.VersionOf(cell.Selector.Framework)!;

    /// <summary>From one runtime to the next that was measured, as shipped.</summary>
    private sealed record RuntimeStep(ArticleRun Run, VariantRecord Older, VariantRecord Newer)
    {
        private static readonly Metric[] s_metrics = [Metric.Throughput, Metric.CpuPerRequest, Metric.PeakRss];

        public string Sentence =>
            $"{Older.Cell.Scenario}, {Older.Cell.Runtime} ({NameOf(Older.Proof)}) to {Newer.Cell.Runtime} ({NameOf(Newer.Proof)}), as shipped: "
            + $"{Words(Older, Newer)}.{Reason}{Uncollected}";

        public IEnumerable<IReadOnlyList<CellText>> Rows =>
        [
            Row("as shipped", Older, Newer),
            .. RowOf("server to server", OfMode(Older, Server), OfMode(Newer, Server)),
            .. RowOf($"server to datas, {Newer.Cell.Runtime}", OfMode(Newer, Server), OfMode(Newer, Datas)),
        ];

        private string Reason => NameOf(Older.Proof) == NameOf(Newer.Proof) ? " The GC mode is the same on both."
            : OfMode(Newer, Server) is { } server && OfMode(Newer, Datas) is { } datas
            ? $" The GC mode changed with the runtime; from server to datas on {Newer.Cell.Runtime} alone: {Words(server, datas)}."
            : " The GC mode changed with the runtime, and this run does not tell the two apart.";

        private string Uncollected => Run.Median(Older, Metric.Gen0PerThousand) != 0 ? "" : $" No collection ran on {Older.Cell.Runtime} in these "
            + "rounds, so its memory is what had been allocated by then, and grows with the length of a round.";

        private IEnumerable<CellText[]> RowOf(string name, VariantRecord? from, VariantRecord? to) =>
            from is not null && to is not null ? [Row(name, from, to)] : [];

        private CellText[] Row(string name, VariantRecord from, VariantRecord to) =>
        [
            $"{Older.Cell.Scenario}, {Older.Cell.Runtime} to {Newer.Cell.Runtime}: {name}",
            .. s_metrics.Select(metric => (CellText)ChangeWords.InTable(Run.Compare(metric, from, to))),
        ];

        private VariantRecord? OfMode(VariantRecord shipped, string gc) =>
            Run.Find(shipped.Cell.Scenario, shipped.Cell.Runtime, gc, shipped.Cell.Cores);

        private string Words(VariantRecord from, VariantRecord to) =>
            $"requests {ChangeWords.InSentence(Run.Compare(Metric.Throughput, from, to))}, "
            + $"peak memory {ChangeWords.InSentence(Run.Compare(Metric.PeakRss, from, to))}";
    }
}
