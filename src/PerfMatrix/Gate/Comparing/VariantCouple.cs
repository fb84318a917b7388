using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>Two variants of a run that are compared.</summary>
/// <param name="Cell">The cell under which they are compared.</param>
/// <param name="Base">What is compared with.</param>
/// <param name="Head">What is compared.</param>
internal sealed record VariantCouple(ComparedCell Cell, VariantRecord Base, VariantRecord Head)
{
    /// <summary>Why the couple has no pairs, as far as the variants tell; null when both were measured.</summary>
    public string? Missing => Lack(Base) ?? Lack(Head);

    private static string? Lack(VariantRecord variant) => variant.Status == VariantStatus.Measured
        ? null
        : $"{variant.Id} {(variant.Status == VariantStatus.Failed ? "failed" : "is unavailable")}: {variant.Reason ?? "no reason recorded"}";
}

/// <summary>The couples of a run, and what is left over.</summary>
/// <param name="Couples">The couples.</param>
/// <param name="Warnings">Cells that have only one side.</param>
internal sealed record RunCouples(IReadOnlyList<VariantCouple> Couples, IReadOnlyList<string> Warnings)
{
    private const string BaseSide = "base";
    private const string HeadSide = "head";

    /// <summary>Base and head of every cell. A cell that is not applicable, or unavailable on both sides, was never planned.</summary>
    public static RunCouples OfSides(RunDocument run)
    {
        var couples = new List<VariantCouple>();
        var warnings = new List<string>();
        foreach (var cell in Planned(run).GroupBy(variant => variant.Cell.Id))
        {
            var (old, now) = (cell.FirstOrDefault(v => v.Side == BaseSide), cell.FirstOrDefault(v => v.Side == HeadSide));
            if (old is not null && now is not null && (IsPlanned(old) || IsPlanned(now)))
                couples.Add(new(new(now.Cell), old, now));
            else if ((old ?? now) is { } only)
                warnings.Add(only.Status == VariantStatus.Unavailable ? $"{cell.Key}: unavailable: {only.Reason}" : $"{cell.Key}: only on side {only.Side}, not compared");
        }

        return new(couples, warnings);
    }

    /// <summary>Every two cells that differ in nothing but the value of an axis.</summary>
    public static RunCouples OfAxis(RunDocument run, AxisValuePair pair)
    {
        var variants = Planned(run).Where(variant => variant.Side == HeadSide).ToList();
        var olds = variants.Where(v => pair.Axis.ValueOf(v.Cell) == pair.Base).ToDictionary(v => pair.CellOf(v.Cell));
        var nows = variants.Where(v => pair.Axis.ValueOf(v.Cell) == pair.Head).ToDictionary(v => pair.CellOf(v.Cell));
        return new(
            [.. olds.Where(old => nows.ContainsKey(old.Key)).Select(old => new VariantCouple(new(old.Key), old.Value, nows[old.Key]))],
            [.. olds.Where(old => !nows.ContainsKey(old.Key)).Concat(nows.Where(now => !olds.ContainsKey(now.Key))).Select(one => $"{one.Value.Id}: has no counterpart, not compared")]);
    }

    private static IEnumerable<VariantRecord> Planned(RunDocument run) =>
        run.Variants.Where(variant => variant.Twin == 0 && variant.Status != VariantStatus.NotApplicable);

    private static bool IsPlanned(VariantRecord variant) => variant.Status is VariantStatus.Measured or VariantStatus.Failed;
}
