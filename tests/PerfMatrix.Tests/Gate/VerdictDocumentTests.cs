using System.Text.Json;
using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class VerdictDocumentTests
{
    [Fact]
    public void The_document_has_the_names_of_the_architecture_and_reads_back()
    {
        var gate = new PullRequestGate(new(), MachineBias.None, isAlone: false);
        var screened = gate.Screen([.. Plan("a", "b"), new(Subject("c"), "it exited with 1")], Data(Rounds(6, cell: "a"), Rounds(0.2, cell: "b")));
        var document = VerdictDocument.Of(gate.Confirm(screened, Data(Rounds(6, cell: "a", machine: "m1"))), new GatePolicy());

        var json = JsonSerializer.Serialize(document, DocumentJson.Compact);
        var root = JsonDocument.Parse(json).RootElement;
        Assert.Equal((1, "regressed"), (root.GetProperty("schemaVersion").GetInt32(), root.GetProperty("outcome").GetString()));
        Assert.Equal((5, "fail"), (root.GetProperty("policy").GetProperty("detectPercent").GetInt32(), root.GetProperty("policy")
            .GetProperty("undecided").GetString()));
        var cells = root.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(
            ["cell", "metric", "verdict", "reason", "effectPercent", "lowPercent", "highPercent", "detectablePercent", "rounds", "machines",
                "stage", "moreRounds", "gates", "acknowledged"],
            cells[0].EnumerateObject().Select(p => p.Name));
        Assert.Equal(["worse confirm 5", "same screen 5", "unknown screen 0"], cells.Select(c =>
            $"{c.GetProperty("verdict").GetString()} {c.GetProperty("stage").GetString()} {c.GetProperty("rounds").GetInt32()}"));
        Assert.Equal(JsonValueKind.Null, cells[2].GetProperty("effectPercent").ValueKind);

        var back = JsonSerializer.Deserialize<VerdictDocument>(json, DocumentJson.Compact)!;
        Assert.Equal(document.Cells, back.Cells);
        Assert.Equal(json, JsonSerializer.Serialize(back, DocumentJson.Compact));
    }
}
