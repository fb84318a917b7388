using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.History;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Demo;

/// <summary>A self-test and three verdicts of a generated history: made up, in the form that the gate writes.</summary>
internal static class DemoGate
{
    private const int IdenticalTrials = 120;

    private static readonly (string Name, string Leg, int Amount, double? Percent, int Trials, int Found)[] s_injected =
    [
        ("CPU +3 %", "cpu", 300, 3, 20, 13),
        ("CPU +5 %", "cpu", 500, 5, 40, 39),
        ("CPU +10 %", "cpu", 1000, 10, 20, 20),
        ("allocations +64 B", "allocation", 64, null, 20, 20),
    ];

    /// <summary>
    /// The rules of others, in their order, are red in every n-th trial: without a change, with one; never where it is 0. The last holds for all that follow, too.
    /// </summary>
    private static readonly (int Identical, int Injected)[] s_red = [(2, 2), (3, 4), (4, 9), (0, 0), (20, 2)];

    /// <summary>Publishes them behind the newest run.</summary>
    public static void Publish(FolderFiles files, IReadOnlyList<OtherRule> others)
    {
        var history = new HistoryStore(files);
        var newest = history.Index.Newest!;
        var (machine, source) = (history.Catalogue.Machines[newest.Machine], new SourceInfo(history.Index.Repository, newest.Sha, newest.Ref, Dirty: false));
        files.Apply(Shelf.AddSelftest(files, Id(newest.FinishedAt, "selftest"), Selftest(newest.FinishedAt, machine, source, others), newest.FinishedAt, source));
        string[] outcomes = ["pass", "incomplete", "regressed"];
        for (var index = 0; index < outcomes.Length; index++)
        {
            var at = newest.FinishedAt.AddHours(index + 1);
            files.Apply(Shelf.AddVerdict(files, Id(at, "verdict"), Verdict(outcomes[index], history.Catalogue.Cells), at, source with { Ref = $"change-{index + 1}" }));
        }
    }

    private static string Id(DateTimeOffset at, string kind) => string.Create(CultureInfo.InvariantCulture, $"{at.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{kind}");

    private static JsonElement Selftest(DateTimeOffset end, MachineInfo machine, SourceInfo source, IReadOnlyList<OtherRule> others)
    {
        var identical = Enumerable.Range(0, IdenticalTrials).Select(_ => ("aa", (JsonObject?)null, "pass"));
        var injected = s_injected.SelectMany(one => Enumerable.Range(0, one.Trials).Select(number => ("inject", (JsonObject?)Injection(one), number < one.Found ? "regressed" : "pass")));
        var trials = identical.Concat(injected).Select((trial, number) => Trial(trial, end.AddMinutes(-10 * number), number, machine, source, others));
        return Element(new() { ["schemaVersion"] = 1, ["tool"] = Node(new ToolInfo("0.1.0", null), HistoryJson.Compact.ToolInfo), ["simulation"] = null, ["trials"] = new JsonArray([.. trials]) });
    }

    private static JsonObject Injection((string Name, string Leg, int Amount, double? Percent, int Trials, int Found) one) =>
        new() { ["name"] = one.Name, ["leg"] = one.Leg, ["amount"] = one.Amount, ["percent"] = one.Percent };

    private static JsonObject Trial((string Kind, JsonObject? Injection, string Outcome) trial, DateTimeOffset end, int number, MachineInfo machine, SourceInfo source, IReadOnlyList<OtherRule> others) => new()
    {
        ["id"] = Id(end, $"{trial.Kind}-{number}"),
        ["kind"] = trial.Kind,
        ["injection"] = trial.Injection,
        ["startedAt"] = end.AddMinutes(-9),
        ["finishedAt"] = end,
        ["machine"] = Node(machine, HistoryJson.Compact.MachineInfo),
        ["source"] = Node(source, HistoryJson.Compact.SourceInfo),
        ["outcome"] = trial.Outcome,
        ["verdicts"] = new JsonArray(),
        ["truth"] = new JsonArray(),
        ["others"] = new JsonArray([.. others.Select((rule, index) => Other(rule.Name, RedEvery(index, isIdentical: trial.Injection is null), number))]),
        ["baseline"] = new JsonArray(),
    };

    private static int RedEvery(int rule, bool isIdentical) => s_red[Math.Min(rule, s_red.Length - 1)] is var red && isIdentical ? red.Identical : red.Injected;

    private static JsonObject Other(string rule, int every, int number) =>
        new() { ["rule"] = rule, ["judged"] = 12, ["failed"] = every > 0 && number % every == 0 ? 1 : 0 };

    private static JsonElement Verdict(string outcome, IReadOnlyList<CellEntry> cells) => Element(new()
    {
        ["schemaVersion"] = 1,
        ["outcome"] = outcome,
        ["cells"] = new JsonArray([.. cells.Take(12).Select((cell, index) => Cell(cell.Id, index == 0 ? outcome : "pass"))]),
        ["policy"] = new JsonObject(),
    });

    /// <summary>The verdict of a cell, the worst of an outcome.</summary>
    private static JsonObject Cell(string id, string outcome)
    {
        var (verdict, stage, effect, rounds) = outcome switch
        {
            "regressed" => ("worse", "confirm", 5.2, 18),
            "incomplete" => ("unknown", "confirm", 2.1, 30),
            _ => ("same", "screen", 0.2, 7),
        };
        return new()
        {
            ["cell"] = id,
            ["metric"] = Metric.Throughput.Name,
            ["verdict"] = verdict,
            ["reason"] = $"{verdict} after {rounds} rounds.",
            ["effectPercent"] = effect,
            ["lowPercent"] = effect - 1.8,
            ["highPercent"] = effect + 1.9,
            ["rounds"] = rounds,
            ["machines"] = rounds > 7 ? 3 : 1,
            ["stage"] = stage,
            ["gates"] = true,
        };
    }

    private static JsonNode? Node<T>(T value, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type) => JsonSerializer.SerializeToNode(value, type);

    private static JsonElement Element(JsonObject document) => JsonDocument.Parse(document.ToJsonString()).RootElement;
}
