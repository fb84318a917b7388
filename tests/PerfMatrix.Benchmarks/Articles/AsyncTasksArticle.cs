namespace PerfMatrix.Benchmarks.Articles;

/// <summary>004: the memory of a million tasks.</summary>
internal static class AsyncTasksArticle
{
    private const double Second = 1e9;
    private const string Hardware = "the machine is another one, whose CPUs the article does not say";

    // https://github.com/dotnet/runtime/pull/81065; 83737 and 83696 made the boxes of state machines smaller.
    private const string NoCopy = "an array of a million references (7.63 MB, the size of the difference) is not allocated any more: since .NET 8 "
        + "Task.WhenAll does not copy the tasks (dotnet/runtime PR 81065)";

    // ThreadPoolWorkQueue.cs and ConcurrentQueue.cs of dotnet/runtime double what is full: 2^20 places are 8 or 16 MB.
    private const string GrowingQueues = "in some processes, on whatever runtime, a queue of the thread pool likely grows by 8 or 16 MB";

    private const string Delay = "10 s of both are the delay, and what comes on top is small and depends on machine and runtime";

    private const string Net8 = ".NET 8";
    private const string Net6 = ".NET 6 (here 8)";

    private static readonly TaskCase[] s_cases =
    [
        new("Baseline", Net8, 11.42, null, 9165, 2_000_015, 405.34, null, 53_000, 52_000, 4000),
        new("WithoutTaskRun", Net8, 10.63, 0.93, 3882, 1_000_000, 176.22, 0.43, 23_000, 22_000, 3000),
        new("InitialCapacity", Net6, 12.15, 0.99, 14_070, null, 419.96, 0.98, 55_000, 29_000, 4000),
        new("SharedDelayManyTasks", Net6, 10.73, 0.89, 0, 1_000_001, 146.45, 0.34, 15_000, 8000, 2000) { AllocatesMore = GrowingQueues },
        new("SharedDelayOneTask", Net6, 10.03, 0.83, 0, 1, 39.63, 0.09, 1000, 1000, 1000) { AllocatesLess = NoCopy },
        new("ListOnly", Net6, 0.008401, null, null, null, 16, null, 453.125, 437.5, 437.5),
        new("ListOnlyInitialCapacity", Net6, 0.005135, 0.61, null, null, 7.63, 0.48, 265.625, 265.625, 265.625),
    ];

    private static readonly Metric[] s_generations =
        [Metric.Gen0PerThousandOperations, Metric.Gen1PerThousandOperations, Metric.Gen2PerThousandOperations];

    private static readonly ClaimedCell s_baseline = Case("Baseline");
    private static readonly FigureColumn s_allocated = new("Allocated MB", Metric.AllocatedPerOperation, Bytes.PerMegabyte, 2);

    public static Article Article { get; } = new()
    {
        Number = "004",
        Subject = "Memory of a million tasks",
        Source = "\"A collection of random benchmarks in C#\", GitHub, 2023, in answer to Piotr Kolaczkowski, \"How Much Memory Do You Need to Run "
            + "1 Million Concurrent Tasks?\".",
        Finding = "Without Task.Run a million delays need less than half of the memory; with one shared delay a third, or a tenth when only one "
            + "task is waited for. The size of the list hardly matters.",
        Figures = new(
            "The article's figures: N = 1,000,000, delay 10 s.",
            ["Case", "Mean s", "Error s", "StdDev s", "Lock contentions", "Work items", "Allocated MB", "Ratio to the baseline"],
            [
                ["Baseline (.NET 8)", "11.42", "1.991", "0.109", "9,165", "2,000,015", "405.34", "1.00"],
                ["WithoutTaskRun (.NET 8)", "10.63", "0.873", "0.048", "3,882", "1,000,000", "176.22", "0.43"],
                ["Baseline (.NET 6)", "12.12", "2.904", "0.159", "14,887", "2,000,033", "428.41", "1.00"],
                ["InitialCapacity (.NET 6)", "12.15", "1.295", "0.071", "14,070", "-", "419.96", "0.98"],
                ["SharedDelayManyTasks (.NET 6)", "10.73", "1.583", "0.087", "-", "1,000,001", "146.45", "0.34"],
                ["SharedDelayOneTask (.NET 6)", "10.03", "0.074", "0.004", "-", "1", "39.63", "0.09"],
                ["ListOnly (.NET 6)", "0.0084", "0.0108", "0.0006", "-", "-", "16.00", "1.00"],
                ["ListOnlyInitialCapacity (.NET 6)", "0.0051", "0.0017", "0.0001", "-", "-", "7.63", "0.48"],
            ]),
        Setup = new("not said", "not said", ".NET 6, 7 and 8", "not said: workstation by default", "BenchmarkDotNet, short run", "BenchmarkDotNet")
        {
            OurClient = "BenchmarkDotNet, short run, each case in a process of its own for each runtime and GC mode",
            OurInstrument = "BenchmarkDotNet with its memory and threading diagnosers",
        },
        Scenarios = "async-tasks",
        Legend = "As BenchmarkDotNet reports them; medians over the good rounds. Error is half of the 99.9 % interval of the mean. Of a case with "
            + "one round it is the only scatter, that of the iterations of one process, and claims have no interval. "
            + "Gen0/1k to Gen2/1k are collections in 1,000 operations; MB are 2^20 bytes.",
        Columns =
        [
            new("Mean s", Metric.MeanTime, Second, 4),
            new("Error s", Metric.MeanTimeError, Second, 4),
            new("StdDev s", Metric.MeanTimeDeviation, Second, 4),
            new("Lock contentions", Metric.LockContentions, 1, 1),
            new("Work items", Metric.CompletedWorkItems, 1, 1),
            new("Gen0/1k", Metric.Gen0PerThousandOperations, 1, 1),
            new("Gen1/1k", Metric.Gen1PerThousandOperations, 1, 1),
            new("Gen2/1k", Metric.Gen2PerThousandOperations, 1, 1),
            s_allocated,
        ],
        Claims =
        [
            .. s_cases.SelectMany(ClaimsOf),
            new FigureClaim("what growing the list allocates, MB", 9, run => Claimed.Of([.. Case("ListOnly").Of(run, Metric.AllocatedPerOperation)
                .Zip(Case("ListOnlyInitialCapacity").Of(run, Metric.AllocatedPerOperation), (grown, sized) => grown - sized)], Bytes.PerMegabyte))
            {
                Decimals = 2,
            },
            ContentionsFollowProcessors,
            StatementClaim.Cannot("what Baseline and WithoutTaskRun are on .NET 6 and 7", "11.25 to 12.30 s and 10.63 to 10.93 s", Old),
            StatementClaim.Cannot("from .NET 6 to .NET 7 hardly any memory changes", "428.41 to 428.21 MB", Old),
            StatementClaim.Cannot("from .NET 6 to .NET 7 there are 30 % fewer contentions", "14,887 to 10,811", Old),
            StatementClaim.Cannot("from .NET 7 to .NET 8 there are fewer contentions again", "10,811 to 9,165", Old),
            StatementClaim.Cannot(".NET 8 allocates less than .NET 7", "428.21 to 405.34 MB, and 183.85 to 176.22 without Task.Run", Old),
        ],
        Ours = run =>
        [
            Ratios(run),
            .. SharedDelay(run),
            run.Bars("004-allocated", "Allocated MB per operation; the article's with N = 1,000,000.", s_allocated, [("Baseline, .NET 8", 405.34),
                ("WithoutTaskRun, .NET 8", 176.22), ("SharedDelayManyTasks, .NET 6", 146.45), ("SharedDelayOneTask, .NET 6", 39.63)]),
        ],
    };

    private static ClaimedCell Case(string name) => new($"async-tasks/{name}", "net8.0", "workstation");

    private const string Old = ".NET 6 and 7 are out of support, and no workload is built for them";
    private const string Budget = "the budget of generation 0 follows the size of the CPU's cache";
    private const string Generation1 = "the article itself has 29,000 such collections of Baseline on .NET 6, and 54,000 on .NET 7";

    private static StatementClaim ContentionsFollowProcessors => new("contentions come with processors (our explanation)", "not said", run =>
        s_baseline.Value(Metric.LockContentions)(run) is { } own && WithProcessors(8)(run) is { } eight && WithProcessors(24)(run) is { } most
            ? new($"{Text.Number(own.Value)} with {run.Run.Machine.Cores}, {Text.Number(eight.Value)} with 8, {Text.Number(most.Value)} with 24",
                Grows(own, most) ? "answered: they do" : Claim.Unexplained, "1 each") : null);

    // What DOTNET_PROCESSOR_COUNT alone does is the evidence; without it the word is unexplained.
    private static StatementClaim Contentions(string what, double figure, ClaimedCell cell) => new(what, Text.Number(figure), run =>
    {
        if (cell.Value(Metric.LockContentions)(run) is not { } ours) return null;
        var (own, most) = (s_baseline.Value(Metric.LockContentions)(run), WithProcessors(24)(run));
        // Fewer processors explain fewer contentions, never more.
        var because = ours.Value < figure && own is not null && most is not null && Grows(own, most)
            ? "threads of the pool and queues of timers are as many as processors: with 24 processors alone, of which the machine has "
            + $"{run.Run.Machine.Cores}, Baseline has {Text.Number(most.Value)} instead of {Text.Number(own.Value)}{Claim.Rest}" : null;
        return new(Text.Number(ours.Value), Math.Abs(ours.Value - figure) <= Claim.Tolerance * figure ? "reproduced"
            : Claim.Differs(because), ours.Rounds);
    });

    private static bool Grows(Claimed own, Claimed most) => most.Value > 2 * own.Value;

    private static Func<ArticleRun, Claimed?> WithProcessors(int processors) =>
        new ClaimedCell($"async-tasks-{processors}-processors/Baseline", "net8.0", "workstation").Value(Metric.LockContentions);

    private static IEnumerable<Claim> ClaimsOf(TaskCase one)
    {
        var (cell, name) = (Case(one.Name), $"{one.Name}, {one.Runtime}");
        yield return new FigureClaim($"mean of {name}, s", one.Mean, cell.Value(Metric.MeanTime, Second))
        { Decimals = one.IsList ? 4 : 2, Because = Hardware };
        if (one.Contentions is { } contentions) yield return Contentions($"lock contentions in {name}", contentions, cell);
        if (one.WorkItems is { } items) yield return new FigureClaim($"work items of {name}", items, cell.Value(Metric.CompletedWorkItems));
        foreach (var (generation, figure) in one.Collections.Index())
        {
            yield return new FigureClaim($"collections of generation {generation} of {name}, in 1,000 operations", figure,
                cell.Value(s_generations[generation]))
            {
                IfLess = one.IsList ? null : Budget,
                IfMore = generation == 1 && one.Name == "InitialCapacity" ? Generation1 : null,
            };
        }

        yield return new FigureClaim($"allocated by {name}, MB", one.Allocated, cell.Value(Metric.AllocatedPerOperation, Bytes.PerMegabyte))
        {
            Decimals = 2,
            IfLess = one.AllocatesLess,
        };
        var (baseline, against) = (Case(BaselineOf(one.Name)), $"{one.Name} against {BaselineOf(one.Name)}");
        if (one.MeanRatio is { } mean)
            yield return Against($"mean, {against}", mean, cell.Over(baseline, Metric.MeanTime)) with { Because = one.IsList ? null : Delay };
        if (one.AllocatedRatio is { } allocated)
            yield return Against($"allocated, {against}", allocated, cell.Over(baseline, Metric.AllocatedPerOperation)) with
            {
                IfMore = one.AllocatesMore,
                IfLess = one.AllocatesLess,
            };
    }

    private static FigureClaim Against(string what, double ratio, Func<ArticleRun, Claimed?> ours) =>
        ratio > 0.8 ? FigureClaim.OfChange(what, ratio, ours) : new FigureClaim(what, ratio, ours) { Decimals = 2 };

    /// <summary>The two cases with a list only have one of their own, as in the article.</summary>
    private static string BaselineOf(string name) => name.StartsWith("ListOnly", StringComparison.Ordinal) ? "ListOnly" : "Baseline";

    /// <summary>What became of the case with one delay and many tasks from runtime to runtime.</summary>
    private static IEnumerable<ReportPart> SharedDelay(ArticleRun run)
    {
        var known = (from variant in run.Measured
                     where variant.Cell.Scenario == "async-tasks/SharedDelayManyTasks"
                     let bytes = run.Median(variant, Metric.AllocatedPerOperation)
                     where bytes is not null
                     select (variant.Cell.Runtime, Megabytes: bytes.Value / Bytes.PerMegabyte)).ToList();
        if (known.Count < 2) yield break;
        yield return new Paragraph($"SharedDelayManyTasks allocates {string.Join(", ", known.Select(
            one => $"{Text.Number(one.Megabytes, 2)} MB on {one.Runtime}"))}; the article, on .NET 6, 146.45. Without the copy of "
            + "Task.WhenAll (7.63 MB, PR 81065) that would be 138.82. Some processes allocate 8 or 16 MB more, on whatever runtime (.NET 8: 154.82 "
            + "on 2026-11-22, 138.81 on 2026-11-27): likely queues of the thread pool, whose arrays are doubled when they are full.");
    }

    /// <summary>Allocated bytes against the baseline of the same runtime and GC: hardly dependent on N, so comparable with the article.</summary>
    private static DataTable Ratios(ArticleRun run) => new(
        "Allocated bytes against the baseline of the same family, runtime and GC, to be set beside the article's last column. It hardly depends on "
            + "N, but for the two cases with a list only: a growing list doubles, so its bytes depend on where N lies between two powers of two.",
        ["Cell", "Ratio"],
        [
            .. from variant in run.Measured
               let baseline = run.Measured.FirstOrDefault(other => IsBaselineOf(other.Cell, variant.Cell))
               where baseline is not null
               let own = run.Median(variant, Metric.AllocatedPerOperation)
               let other = run.Median(baseline, Metric.AllocatedPerOperation)
               where own is not null && other is > 0
               select (IReadOnlyList<CellText>)[variant.Id, Text.Number(own.Value / other.Value, 2)],
        ]);

    private static bool IsBaselineOf(CellRecord other, CellRecord cell)
    {
        var names = cell.Scenario.Split('/', 2);
        return other.Scenario == $"{names[0]}/{BaselineOf(names[^1])}"
            && (other.Runtime, other.Gc, other.Cores) == (cell.Runtime, cell.Gc, cell.Cores);
    }

    /// <summary>What the article says of a case.</summary>
    /// <param name="Mean">Seconds.</param>
    /// <param name="MeanRatio">To the mean of the baseline; null of a baseline.</param>
    /// <param name="Contentions">Null where it says nothing; it writes none as a dash.</param>
    /// <param name="Allocated">Megabytes.</param>
    /// <param name="Collections">In 1,000 operations, of generation 0, 1 and 2.</param>
    private sealed record TaskCase(string Name, string Runtime, double Mean, double? MeanRatio, double? Contentions, double? WorkItems,
        double Allocated, double? AllocatedRatio, params IReadOnlyList<double> Collections)
    {
        /// <summary>Why it may allocate more than in the article, against the baseline.</summary>
        public string? AllocatesMore { get; init; }
        public string? AllocatesLess { get; init; }
        public bool IsList => BaselineOf(Name) != "Baseline";
    }
}
