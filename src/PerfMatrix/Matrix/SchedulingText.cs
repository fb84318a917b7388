namespace PerfMatrix.Matrix;

/// <summary>The names of <see cref="Scheduling"/> in YAML, on the command line and in documents.</summary>
internal static class SchedulingText
{
    public const string Expectation = "auto, normal or priority";

    private static readonly Dictionary<string, Scheduling> s_names = new()
    {
        ["auto"] = Scheduling.Auto,
        ["normal"] = Scheduling.Normal,
        ["priority"] = Scheduling.Priority,
    };

    public static bool TryParse(string text, out Scheduling scheduling) => s_names.TryGetValue(text, out scheduling);

    public static string Format(Scheduling scheduling) => s_names.First(entry => entry.Value == scheduling).Key;
}
