namespace PerfMatrix.Evidence.Demo;

/// <summary>A self-test and three verdicts of a generated history: made up, in the form that the gate writes.</summary>
internal static class DemoGate
{
    private const int IdenticalTrials = 120;
    private const int DetectPercent = 5;

    private static readonly (InjectionRecord Injection, int Trials, int Found)[] s_injected =
    [
        (new("CPU +3 %", InjectionKinds.Of(InjectionKinds.Cpu), 300, 3), 20, 13),
        (new("CPU +5 %", InjectionKinds.Of(InjectionKinds.Cpu), 500, 5), 40, 39),
        (new("CPU +10 %", InjectionKinds.Of(InjectionKinds.Cpu), 1000, 10), 20, 20),
        (new("allocations +64 B", InjectionKinds.Of("allocation"), 64, null), 20, 20),
    ];

    /// <summary>The rules of others are red in every n-th trial: without a change, with one; 0 is never. The last holds for all after it.</summary>
    private static readonly (int Identical, int Injected)[] s_red = [(2, 2), (3, 4), (4, 9), (0, 0), (20, 2)];

    public static void Publish(FolderFiles files, IReadOnlyList<OtherRule> others)
    {
        var history = new HistoryStore(files);
        var newest = history.Index.Newest!;
        var (machine, source) =
            (history.Catalogue.Machines[newest.Machine], new SourceInfo(history.Index.Repository, newest.Sha, newest.Ref, Dirty: false));
        var test = Selftest(newest.FinishedAt, machine, source, others);
        files.Apply(Shelf.Add(files, Shelf.Selftests, Id(newest.FinishedAt, "selftest"), test, newest.FinishedAt, source));
        string[] outcomes = ["pass", "undecided", "regressed"];
        for (var index = 0; index < outcomes.Length; index++)
        {
            var at = newest.FinishedAt.AddHours(index + 1);
            var branch = source with { Ref = $"generated-change-{index + 1}" };
            files.Apply(Shelf.Add(files, Shelf.Verdicts, Id(at, "verdict"), Verdict(outcomes[index], history.Catalogue.Cells), at, branch));
        }

        var last = newest.FinishedAt.AddHours(outcomes.Length);
        DemoTraces.Publish(files, Id(last, "verdict"), source, last);
    }

    private static string Id(DateTimeOffset at, string kind) => $"{at.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{kind}";

    private static JsonElement Selftest(DateTimeOffset end, MachineInfo machine, SourceInfo source, IReadOnlyList<OtherRule> others)
    {
        var identical = Enumerable.Repeat((Injection: (InjectionRecord?)null, Outcome: Outcome.Pass), IdenticalTrials);
        var injected = s_injected.SelectMany(one =>
            Enumerable.Range(0, one.Trials)
            .Select(number => (Injection: (InjectionRecord?)one.Injection, Outcome: number < one.Found ? Outcome.Regressed : Outcome.Pass)));
        var trials = identical.Concat(injected).Select((trial, number) =>
            Trial(trial.Injection, trial.Outcome, end.AddMinutes(-10 * number), number, machine, source, others));
        var made = DemoTraces.Read(SelftestDocument.File);
        var replay = made.Replay!;
        var document = made with
        {
            Trials = [.. trials],
            Replay = replay with
            {
                StartedAt = end.AddHours(-1),
                Pool = replay.Pool with { Machine = machine, StartedAt = end.AddHours(-9), FinishedAt = end.AddHours(-2) },
            },
        };
        return JsonDocument.Parse(SelftestDocument.File.Format(document)).RootElement;
    }

    private static TrialRecord Trial(
        InjectionRecord? injection, Outcome outcome, DateTimeOffset end, int number, MachineInfo machine, SourceInfo source,
            IReadOnlyList<OtherRule> others) => new(
                Id(end, $"{(injection is null ? "aa" : "inject")}-{number}"), injection is null ? TrialKind.Aa : TrialKind.Inject, injection,
                end.AddMinutes(-9), end, machine, source, Gate: "generated", outcome, Verdicts: [], Truth: [],
                Others: [.. others.Select((rule, index) => new OtherVerdict(
                    rule.Name, Judged: 12, Failed: RedEvery(index, injection is null) is > 0 and var every && number % every == 0 ? 1 : 0))],
                Baseline: []);

    private static int RedEvery(int rule, bool isIdentical) =>
        s_red[Math.Min(rule, s_red.Length - 1)] is var red && isIdentical ? red.Identical : red.Injected;

    private static JsonElement Verdict(string outcome, IReadOnlyList<CellEntry> cells) => JsonSerializer.SerializeToElement(new
    {
        schemaVersion = 1,
        outcome,
        // Two of the twelve would have hidden a change of the size below, so they are undecided; a gate that passes has none of them.
        cells = cells.Take(12).Select((cell, index) => Cell(
            cell.Id, index == 0 ? outcome : "pass", 2.4 + (0.6 * (index % (outcome == "pass" ? 5 : 7))))),
        policy = new { detectPercent = DetectPercent },
    });

    private static object Cell(string id, string outcome, double detectable)
    {
        var (verdict, stage, effect, rounds) = outcome switch
        {
            "regressed" => ("worse", "confirm", 5.2, 5),
            _ when outcome == "undecided" || detectable > DetectPercent => ("undecided", "confirm", 3.1, 20),
            _ => ("same", "screen", 0.2, 3),
        };
        return new
        {
            cell = id,
            metric = Metric.Throughput.Name,
            verdict,
            reason = $"{verdict} after {rounds} rounds.",
            effectPercent = effect,
            lowPercent = effect - 1.8,
            highPercent = effect + 1.9,
            rounds,
            detectablePercent = detectable,
            machines = stage == "confirm" ? 2 : 1,
            stage,
            gates = true,
        };
    }
}
