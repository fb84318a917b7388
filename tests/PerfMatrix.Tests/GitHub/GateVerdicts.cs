using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.Tests.Gate;

namespace PerfMatrix.Tests.GitHub;

/// <summary>Verdicts of the real gate.</summary>
internal static class GateVerdicts
{
    public const string HeadSha = "0123456789abcdef0123456789abcdef01234567";
    public const string BaseSha = "89abcdef0123456789abcdef0123456789abcdef";

    private static readonly DateOnly s_today = new(2026, 11, 22);

    public static VerdictDocument Regressed() =>
        Of(GateRuns.Comparison(GateRuns.Run("20261121-a", 10, GateRuns.Unchanged, GateRuns.Slower), Stage.Screen),
            GateRuns.Confirmation(10, GateRuns.Slower));

    /// <summary>A second machine was too noisy to confirm or exclude the regression, and the first one to tell anything of one cell.</summary>
    public static VerdictDocument Undecided() => Of(
        GateRuns.Comparison(
            GateRuns.Run("20261121-a", 10, GateRuns.Unchanged, GateRuns.Slower, new("net10.0", 1, "datas") { SpreadPercent = 9 }), Stage.Screen),
        GateRuns.Confirmation(10, GateRuns.Slower with { SpreadPercent = 6 }));

    public static VerdictDocument Pass() => Of(GateRuns.Comparison(GateRuns.Run("20261121-a", 10, GateRuns.Unchanged), Stage.Screen));

    /// <summary>A thousand cells, every third of them worse in three metrics, every seventh undecided, with the longest names that pass.</summary>
    public static VerdictDocument Thousand()
    {
        var pass = Regressed();
        var worse = pass.Cells.First(cell => cell.Verdict == Verdict.Worse);
        var cells = from number in Enumerable.Range(0, 1000)
                    from metric in new[] { "throughput", "cpuPerRequest", "latencyP50" }
                    let verdict = number % 3 == 0 ? Verdict.Worse : number % 7 == 0 ? Verdict.Undecided : Verdict.Same
                    select worse with
                    {
                        Cell = $"scenario-{new string('x', 150)}-{number}/net10.0/server/2c",
                        Metric = metric,
                        Verdict = verdict,
                        MoreRounds = verdict == Verdict.Undecided ? 12 : null,
                    };
        return pass with { Cells = [.. cells] };
    }

    /// <summary>These cells are worse and no other is.</summary>
    public static VerdictDocument WorseIn(params Cell[] cells)
    {
        var verdict = Regressed();
        var worse = verdict.Cells.First(cell => cell.Verdict == Verdict.Worse);
        return verdict with { Cells = [.. cells.Select(cell => worse with { Cell = cell.Id })], Axes = cells };
    }

    public static byte[] Archive(VerdictDocument verdict) => GitHubWorld.Zip((VerdictDocument.File.Name, VerdictDocument.File.Format(verdict)));

    public static byte[] Archive(VerdictDocument verdict, string why) =>
        GitHubWorld.Zip((VerdictDocument.File.Name, VerdictDocument.File.Format(verdict)), (WhyDocument.File.Name, why));

    /// <summary>The explanation of the first cell that is worse.</summary>
    /// <param name="method">Name of the method and the type it comes from.</param>
    public static WhyDocument Why(VerdictDocument verdict, string method = "Orders.Total") => new()
    {
        Base = verdict.Base!,
        Head = verdict.Head!,
        Cells =
        [
            new()
            {
                Cell = verdict.Cells.First(cell => cell.Verdict == Verdict.Worse).Cell,
                Rounds = 5,
                BaseCpuPerRequest = 12.3,
                CpuDifference = new(0.66, 0.55, 0.77),
                Cpu = [new(method, "Shop", 0.61, 0.5, 0.7, 0.6, 0.61, "src/Orders.cs", 42)],
                BaseBytesPerRequest = 2_441,
                Allocations = [new("string", 48, 40, 56, method, [])],
                Unattributed = 0.05,
                SampledPercent = 99,
                Notes = ["https://evil.test"],
            },
        ],
        Warnings = ["https://evil.test"],
    };

    private static VerdictDocument Of(params ComparisonDocument[] comparisons)
    {
        var decision = GateDecision.Of(comparisons, GateRules.Load(Checkout.Root, s_today, comparisons.SelectMany(comparison => comparison.Cells)));
        return decision.Verdict with { Base = new("base", BaseSha), Head = new("head", HeadSha) };
    }
}
