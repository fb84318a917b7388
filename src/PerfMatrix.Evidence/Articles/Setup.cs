using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Documents;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Articles;

/// <summary>What an article was measured with.</summary>
/// <param name="Hardware">CPU and memory; "not said" where the article is silent.</param>
/// <param name="OperatingSystem">Operating system.</param>
/// <param name="Runtimes">Versions of .NET.</param>
/// <param name="LoadClient">Program that sent the requests, or measured.</param>
/// <param name="Instrument">What read memory and collections.</param>
public sealed record Setup(string Hardware, string OperatingSystem, string Runtimes, string LoadClient, string Instrument)
{
    /// <summary>The load client of this tool.</summary>
    public const string OurLoadClient = "PerfMatrix.Load, HTTP/1.1 over loopback, keep-alive";

    /// <summary>Ours where it is not the usual: BenchmarkDotNet, a probe.</summary>
    public string OurClient { get; init; } = OurLoadClient;

    /// <summary>What reads memory and collections here.</summary>
    public string OurInstrument { get; init; } = "/proc from outside, the runtime's own GC events and counters inside";

    /// <summary>The article's setup beside that of a run.</summary>
    public DataTable Beside(RunDocument run) => new(
        "The setups side by side.",
        ["", "Article", "This run"],
        [
            ["Hardware", Hardware, $"{run.Machine.CpuModel}, {run.Machine.Cores} CPUs, {Text.Number(run.Machine.Memory.Megabytes / 1024)} GB"],
            ["Operating system", OperatingSystem, run.Machine.Os],
            ["Runtimes", Runtimes, Versions(run)],
            ["Load or measuring program", LoadClient, OurClient],
            ["Memory and collections", Instrument, OurInstrument],
        ]);

    private static string Versions(RunDocument run) =>
        string.Join(", ", run.Variants.Where(variant => variant.Status == VariantStatus.Measured).Select(variant => variant.Cell.RuntimeVersion).OfType<string>().Distinct()) is { Length: > 0 } versions ? versions : "-";
}
