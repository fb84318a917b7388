namespace PerfMatrix.Reporting.Verdicts;

/// <summary>What differs beside the code, as one table.</summary>
internal static class EnvironmentReport
{
    private const int MostRows = 50;
    private const int MostPrograms = 3;
    private const int LongestValue = 120;

    /// <summary>Null where nothing differs, or nobody looked.</summary>
    public static DataTable? Of(IReadOnlyList<EnvironmentDifference>? environment) => environment is not { Count: > 0 } ? null : new(
        Title(environment) + (environment.Count > MostRows ? $", of which {MostRows} are shown" : "") + ".",
        ["What", "Name", "Base", "Head", "Of"], [.. environment.Take(MostRows).Select(Row)])
    { Texts = [0, 1, 2, 3, 4] };

    public static string Title(IReadOnlyList<EnvironmentDifference> environment) =>
        environment.Count == 1 ? "1 thing beside the code differs" : $"{environment.Count} things beside the code differ";

    /// <summary>e.g. <c>package Newtonsoft.Json: 13.0.1, now 13.0.3 (Shop)</c>.</summary>
    public static string Sentence(EnvironmentDifference one) =>
        $"{Word(one.Kind)} {Shown(one.Name)}: {Shown(one.Base)}, now {Shown(one.Head)} ({Programs(one)})";

    private static IReadOnlyList<CellText> Row(EnvironmentDifference one) =>
        [Word(one.Kind), Shown(one.Name), Shown(one.Base), Shown(one.Head), Programs(one)];

    private static string Programs(EnvironmentDifference one) => string.Join(", ", one.Programs.Take(MostPrograms).Select(Shown))
        + (one.Programs.Count > MostPrograms ? $" and {one.Programs.Count - MostPrograms} more" : "");

    private static string Shown(string? text) => text switch
    {
        null => "none",
        { Length: > LongestValue } => text[..LongestValue] + "...",
        _ => text,
    };

    private static string Word(EnvironmentKind kind) =>
        kind is EnvironmentKind.Sdk or EnvironmentKind.Gc ? kind.ToString().ToUpperInvariant() : kind.Word();
}
