namespace PerfMatrix.Benchmarks.Articles;

internal static class VersionsArticle
{
    private const string Hardware = "the machine is another one: a laptop's Core i9 with 24 threads there";

    private const string Window = "the window of the client, WebSurge, is a Windows program, and our client has none";

    private const string No7 = ".NET 7 is out of support, and no workload is built for it";

    private const string Shared = "client and server share few CPUs here";

    private const string Weighs = Shared + " and our client spends little on a request, so what the server adds weighs more";

    // The author's session sends GET and POST in turn.
    private static readonly ClaimedCell s_minimal = new("hello-minimal", "net8.0", "default") { InTurnWith = "hello-minimal-post" };
    private static readonly ClaimedCell s_controllers = new("hello-controllers", "net8.0", "default") { InTurnWith = "hello-controllers-post" };
    private static readonly ClaimedCell s_get = s_minimal with { InTurnWith = null };
    private static readonly ClaimedCell s_minute = s_get with { Scenario = "hello-minimal-minute" };
    private static readonly ClaimedCell s_secure = On9(s_get) with { Scenario = "hello-minimal-https" };

    public static Article Article { get; } = new()
    {
        Number = "003",
        Subject = "Throughput of .NET versions",
        Source = "Rick Strahl, \"Comparing Raw ASP.NET Request Throughput across Versions: 8.0 to 9.0 Edition\", weblog.west-wind.com, 2025.",
        Finding = ".NET 9 answered 2.4 to 5.6 % fewer requests than .NET 8 and needed far less memory. HTTPS cost 10 to 15 %. The client's surface "
            + "moved the same server by 10 to 14 %.",
        Figures = new(
            "The article's figures, requests/s.",
            ["Application (client)", ".NET 7", ".NET 8", ".NET 9"],
            [
                ["minimal API (window)", "160,250", "168,250", "164,250"], ["controllers (window)", "150,500", "160,750", "151,750"],
                ["minimal API (command line)", "161,200", "189,000", "180,000"], ["controllers (command line)", "150,500", "183,250", "173,500"],
            ]),
        Setup = new("Intel Core i9, 13th generation (MSI GE68HX), 32 GB", "Windows", ".NET 7, 8 and 9",
            "none set in the project, so what ships: server, with DATAS on .NET 9", "West Wind WebSurge, on the same machine", "task manager")
        {
            Application = "one application with both APIs, HTTPS redirection, static files and logging; GET and POST from 24 threads for a minute",
            OurApplication = "an application for each API, with nothing else; GET and POST apart, taken together for the claims; 32 connections",
        },
        Scenarios = "hello-",
        Claims =
        [
            Throughput("the minimal API, .NET 8", 189_000, s_minimal),
            Throughput("controllers, .NET 8", 183_250, s_controllers),
            Throughput("the minimal API, .NET 9", 180_000, On9(s_minimal)),
            Throughput("controllers, .NET 9", 173_500, On9(s_controllers)),
            Change("the minimal API, .NET 8 to .NET 9", 180_000.0 / 189_000, On9(s_minimal), s_minimal) with
            {
                IfMore = "a request allocates a few hundred bytes, so collections are few, and what DATAS costs likely shows less here",
            },
            Change("controllers, .NET 8 to .NET 9", 173_500.0 / 183_250, On9(s_controllers), s_controllers),
            Change("controllers against the minimal API, .NET 8", 183_250.0 / 189_000, s_controllers, s_minimal) with { IfLess = Weighs },
            Change("controllers against the minimal API, .NET 9", 173_500.0 / 180_000, On9(s_controllers), On9(s_minimal)) with { IfLess = Weighs },
            Change("the minimal API, HTTPS against HTTP", 0.87, s_secure, On9(s_get)) with { IfLess = Shared + Claim.Rest },
            new FigureClaim("memory of the minimal API, .NET 9 against .NET 8", 0.1, run => On9(Longest(run)).Over(Longest(run), Metric.PeakRss)(run))
            {
                Decimals = 2,
                IfMore = "server GC, which ships with .NET 8, has one heap a CPU, each with its budget: 24 there, as many as there are CPUs here; "
                    + "and resident memory holds some 60 MB of the runtime's files, which no GC gives back",
            },
            Lower(s_get) with { Judge = run => Lower(Longest(run)).Judge(run) },
            FigureClaim.OfChange("memory of the minimal API, .NET 9, from the load to the end", 1, Kept),
            StatementClaim.Of("an application starts faster on .NET 9", "noticeably", Metric.Startup, s_get, On9(s_get), Difference.Better),
            StatementClaim.Cannot("desktop applications start faster on .NET 9 and feel faster", "noticeably", "no workload has a window"),
            new StatementClaim("what ships on .NET 9 is DATAS (expected in article 000)", "expected", Shipped),
            StatementClaim.Cannot("through the window .NET 9 is 2.4 and 5.6 % slower", "164,250 and 151,750", Window),
            StatementClaim.Cannot("the window costs the client about 10 %", "10 to 14 %", Window),
            StatementClaim.Cannot("the client is 8 % faster on .NET 9", "8 %", "the client is a program of the author"),
            StatementClaim.Cannot("the client uses more CPU time than the server", "more", "a run keeps the CPU time of the application only"),
            StatementClaim.Cannot(".NET 7 is slower than .NET 8", "160,250 and 150,500", No7),
            StatementClaim.Cannot(".NET 7 is slower than .NET 8, by the command line", "161,200 and 150,500", No7),
            Change("the minimal API, .NET 9.0.0 to 9.0.1", 1, s_get with { Runtime = "net9.0@9.0.1" }, s_get with { Runtime = "net9.0@9.0.0" }) with
            {
                Lacks = "the copy of NuGet that was measured with has no .NET 9 before 9.0.18",
            },
            StatementClaim.Cannot("over the network 60,000 to 90,000 requests/s are possible", "60,000 to 90,000", "the load comes over loopback"),
            StatementClaim.Cannot("with a read from PostgreSQL it is below 15,000 requests/s", "15,000", "no workload has a database"),
            StatementClaim.Cannot("the author's own applications need a half to a fifth of the memory", "2 to 5 times less",
                "they are not published"),
        ],
        Ours = Ours,
        Further = run => [DefaultGc.Of(run), .. HttpsCost.Of(run)],
    };

    private static FigureClaim Throughput(string what, double figure, ClaimedCell cell) =>
        new($"requests/s of {what}", figure, cell.Value(Metric.Throughput)) { Because = Hardware };

    private static FigureClaim Change(string what, double ratio, ClaimedCell cell, ClaimedCell other) =>
        FigureClaim.OfChange($"requests/s of {what}", ratio, cell.Over(other, Metric.Throughput));

    private static Statement? Shipped(ArticleRun run)
    {
        if (On9(s_get).Find(run) is not { } shipped) return null;
        var name = DefaultGc.NameOf(shipped.Proof);
        return new(name, name == DefaultGc.Adaptive ? "reproduced" : Claim.Unexplained, run.Rounds(shipped));
    }

    // A few seconds are over before server GC collects anything, so memory is judged by a minute, as in the article, where a run has it.
    private static ClaimedCell Longest(ArticleRun run) => s_minute.Find(run) is null ? s_get : s_minute;

    private static Claimed? Kept(ArticleRun run)
    {
        var cell = On9(Longest(run));
        return Claimed.Of([.. cell.Of(run, Metric.LoadRss).Zip(cell.Of(run, Metric.EndRss), (load, end) => end / load)]);
    }

    private static StatementClaim Lower(ClaimedCell on8) => StatementClaim.Of(
        "memory on .NET 9 is much lower than on .NET 8", "considerably", Metric.PeakRss, on8, On9(on8), Difference.Better);

    private static ClaimedCell On9(ClaimedCell cell) => cell with { Runtime = "net9.0" };

    private static IEnumerable<ReportPart> Ours(ArticleRun run) =>
    [
        .. AfterLoad.Of(run),
        new Bullets([.. ReportBuilder.Build(run.Run).Tables.Select(table => $"{table.Title}: {table.Headline}")]),
        run.Bars(
            "003-throughput", "Requests/s; the article's by command line.", new FigureColumn("requests/s", Metric.Throughput),
            [("minimal API, .NET 8", 189_000), ("minimal API, .NET 9", 180_000), ("controllers, .NET 8", 183_250), ("controllers, .NET 9", 173_500)]),
        run.Bars(
            "003-memory", "Peak resident memory, MB; the article has pictures of task manager only, more than ten times less on .NET 9.",
            new FigureColumn("MB", Metric.PeakRss, Bytes.PerMegabyte, 1), []),
    ];
}

/// <summary>Says what became of memory after the load, because columns that are equal look like a mistake.</summary>
internal static class AfterLoad
{
    /// <summary>A process that holds at least this share of its peak has given nothing back that matters.</summary>
    private const double Kept = 0.995;

    public static IEnumerable<ReportPart> Of(ArticleRun run)
    {
        var known = run.Measured
            .Select(variant => (Variant: variant, Peak: run.Median(variant, Metric.PeakRss), End: run.Median(variant, Metric.EndRss)))
            .Where(memory => memory is { Peak: > 0, End: not null })
            .ToList();
        var less = known.Where(memory => memory.End < Kept * memory.Peak).ToList();
        if (known.Count > 0)
            yield return new Paragraph(Sentence(When(run), known.Count, [.. less.Select(
                memory => $"{memory.Variant.Id} ({Text.Number(100 * (1 - (memory.End!.Value / memory.Peak!.Value)))} % below its peak)")]));
    }

    private static string Sentence(string when, int known, IReadOnlyList<string> less) =>
        less.Count == 0
            ? $"Peak and end are equal because {(known == 1 ? "the process" : "every process")} still held its peak {when} (within 0.5 %): "
            + $"resident memory only grew, and nothing of it was given back."
            : $"{(less.Count == known ? "Every process" : $"{less.Count} of {known} cells")} held less than the "
            + $"peak {when}: {string.Join(", ", less)}."
            + (less.Count == known ? "" : " Where peak and end are equal, nothing had been given back by then.");

    /// <summary>When the end was read, as far as the run says it.</summary>
    private static string When(ArticleRun run)
    {
        List<TimeSpan?> settles = [.. run.Measured.Select(variant => run.Run.Settings.Of(variant.Cell.Scenario).Settle).Distinct()];
        return settles is not [{ } settle] ? "just before the stop"
            : ReportWords.AfterLoad(settle) + (settle > TimeSpan.Zero ? "" : ", where it was read");
    }
}
