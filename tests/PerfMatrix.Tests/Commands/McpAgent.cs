using System.Text.Json;
using ModelContextProtocol.Client;
using ModelContextProtocol.Protocol;
using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.History;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Reporting.Exports;

namespace PerfMatrix.Tests.Commands;

/// <summary>The program as an agent starts it, asked by the client of the same package, which gives up on anything but the protocol. It has two runs,
/// a verdict of the newer one, and a history of three. It is started once for all tests of a class.</summary>
public sealed class McpAgent : IAsyncDisposable
{
    public const string Cell = "hello-minimal/net10.0/server/2c";
    public const string Older = "20261120T070000000Z-0001";
    public const string Newer = "20261121T070000000Z-0002";
    public const string Published = "20261122T070000000Z-verdict";
    public const string PublishedPath = $"verdicts/2026/{Published}.json";

    private static readonly WhyDocument s_why = new() { Base = new("base", "a"), Head = new("head", "b"), Cells = [Explained] };

    private readonly TemporaryFolder _folder = new();
    private McpClient? _client;
    private string? _started;

    public static DateTimeOffset PublishedAt { get; } = new(2026, 11, 22, 7, 0, 0, TimeSpan.Zero);

    /// <summary>Something of every kind that traced rounds find: all of it became more.</summary>
    internal static CellExplanation Explained => new()
    {
        Cell = Cell,
        Rounds = 5,
        BaseCpuPerRequest = 12.2,
        CpuDifference = new(2.5, 1.5, 3.5),
        Cpu = [new("Orders.Total", "Shop", 2, 1, 3, 2, 2, "src/Orders.cs", 42), new("List<T>.Add", "", 0.1, 0.05, 0.2, 0.1, 0.1, null, null)],
        BaseBytesPerRequest = 1200,
        Allocations = [new("string", 48, 40, 56, "Orders.Format", ["String.Concat"])],
        Events =
        [
            new(CauseEvent.Lock, "lock", 3.2, 2.1, 4.3, "Orders.Total", "src/Orders.cs", 42, []),
            new(CauseEvent.Exception, "FormatException", 0.125, 0.12, 0.13, "Orders.Parse", null, null, []),
            new(CauseEvent.Pause, "gen2 blocking, induced", 2.5, 2, 3, null, null, null, []),
            new(CauseEvent.Starvation, "thread pool", 0.0002, 0.0001, 0.0003, null, null, null, []),
        ],
        Unattributed = 0.4,
        SampledPercent = 98.2,
        OverheadPercent = 2.1,
        Notes = ["1 traced round left out: the trace was cut short"],
    };

    internal RunDocument Run { get; } = ExportSamples.WithReference();

    public McpClient Client => _client!;

    internal FolderFiles HistoryFolder => new(_folder["history"], isFlushed: false);

    /// <summary>Makes its folders what they are for every test; it reads them at each question.</summary>
    public async ValueTask BeginAsync()
    {
        foreach (var folder in new[] { _folder["runs"], _folder["history"] }.Where(Directory.Exists)) Directory.Delete(folder, recursive: true);
        RunDocument.File.Write(RunFolder.Create(_folder["runs"], Older).Document, Run with { Id = Older });
        RunDocument.File.Write(RunFolder.Create(_folder["runs"], Newer).Document, Run with { Id = Newer });
        Judge(Outcome.Regressed,
            Judged("throughput", Verdict.Worse) with { EffectPercent = 5.4, LowPercent = 2.9, HighPercent = 8.1 },
            Judged("latencyP99", Verdict.Unknown) with { EffectPercent = 3 },
            Judged("peakRss", Verdict.Same) with { EffectPercent = 0.1, LowPercent = -1, HighPercent = 1 });
        HistoryFolder.Apply(History());
        if (_started != "runs") await StartAsync("runs");
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null) await _client.DisposeAsync();
        _folder.Dispose();
    }

    internal static CellVerdict Judged(string metric, Verdict verdict) => new()
    {
        Cell = Cell,
        Metric = metric,
        Verdict = verdict,
        Reason = "because",
        Rounds = 8,
        Machines = 1,
        Stage = Stage.Whole,
        Gates = true,
    };

    internal void Judge(Outcome outcome, params IReadOnlyList<CellVerdict> cells) =>
        VerdictDocument.File.Write(VerdictDocument.File.In(Path.Combine(_folder["runs"], Newer)), Verdicts(outcome, cells));

    /// <summary>What the newer run measured instead.</summary>
    internal void Measure(RunDocument run) => RunDocument.File.Write(Path.Combine(_folder["runs"], Newer, "run.json"), run with { Id = Newer });

    private static VerdictDocument Verdicts(Outcome outcome, params IReadOnlyList<CellVerdict> cells) =>
        new() { Outcome = outcome, Policy = new(), Cells = cells };

    /// <summary>Starts it, instead of the one that runs.</summary>
    public async Task StartAsync(string runs)
    {
        if (_client is not null) await _client.DisposeAsync();
        _started = runs;
        _client = await McpClient.CreateAsync(new StdioClientTransport(new()
        {
            Command = BuiltProgram.Path("PerfMatrix"),
            Arguments = ["mcp", "--runs", _folder[runs], "--history", _folder["history"]],
            WorkingDirectory = _folder.Root,
        }), cancellationToken: TestContext.Current.CancellationToken);
    }

    /// <summary>Leaves what traced rounds showed beside the newer run.</summary>
    public void Explain() => WhyDocument.File.Write(WhyDocument.File.In(Path.Combine(_folder["runs"], Newer)), s_why);

    public void PublishVerdict() => HistoryFolder.Apply(Shelf.Add(
        HistoryFolder, Shelf.Verdicts, Published,
        JsonElement.Parse(VerdictDocument.File.Format(Verdicts(Outcome.Pass, Judged("throughput", Verdict.Same)))), PublishedAt, null));

    public void Trace(string verdict)
    {
        var changes = new FileChanges();
        TracedShelf.AddTo(HistoryFolder, changes, [TracedDocument.Of(verdict, s_why)], PublishedAt, null);
        HistoryFolder.Apply(changes);
    }

    public void WriteHistory<T>(string path, T document)
    {
        var changes = new FileChanges();
        changes.Set(path, HistoryJson.Write(document));
        HistoryFolder.Apply(changes);
    }

    /// <summary>The run, in which the cell became that instead of being measured.</summary>
    /// <param name="status">Null where the run does not have the cell.</param>
    internal RunDocument WithoutCell(VariantStatus? status) => Run with
    {
        Variants = [.. from variant in Run.Variants
                       where variant.Id != Cell || status is not null
                       select variant.Id != Cell ? variant : variant with { Status = status!.Value, Reason = "exited with code 134" }],
        Blocks = [.. Run.Blocks.Select(block => block with { Variants = [.. block.Variants.Where(id => id != Cell || status is not null)] })],
        Samples = [.. Run.Samples.Where(sample => sample.Variant != Cell)],
        Pairs = [.. Run.Pairs.Where(pair => pair.A != Cell && pair.B != Cell)],
    };

    /// <param name="later">What the runs behind the first three measured.</param>
    internal FileChanges History(params IReadOnlyList<RunDocument> later)
    {
        var files = HistorySamples.Published(Enumerable.Repeat(Run, 3).Concat(later).Select((run, number) => HistorySamples.Compact(run with
        {
            Id = HistorySamples.Document(number).Id,
            StartedAt = HistorySamples.Document(number).StartedAt,
        })));
        var changes = new FileChanges();
        foreach (var path in files.Paths) changes.Set(path, files.Read(path)!);
        return changes;
    }

    public async Task<JsonElement> AskAsync(string tool, params (string Name, object? Value)[] arguments)
    {
        var result = await CallAsync(tool, arguments);
        Assert.False(result.IsError ?? false, Text(result));
        return JsonElement.Parse(Text(result));
    }

    public async Task<CallToolResult> CallAsync(string tool, params (string Name, object? Value)[] arguments) => await _client!.CallToolAsync(
        tool, arguments.ToDictionary(argument => argument.Name, argument => argument.Value),
            cancellationToken: TestContext.Current.CancellationToken);

    public static string Text(CallToolResult result) => Assert.IsType<TextContentBlock>(Assert.Single(result.Content)).Text;
}
