namespace PerfMatrix.Reporting;

/// <summary>The signs for better and worse.</summary>
internal sealed record Marks(string Better, string Worse)
{
    /// <summary>Check mark and cross, or letters where the console has no Unicode.</summary>
    public static Marks For(bool unicode) => unicode ? new("✓", "✗") : new("b", "w");

    /// <summary>Words, where width does not matter.</summary>
    public static Marks Words { get; } = new("better", "worse");

    /// <summary>The text with its mark behind it.</summary>
    public string Apply(CellText cell) => cell.Tone switch
    {
        Tone.Better => $"{cell.Value} {Better}",
        Tone.Worse => $"{cell.Value} {Worse}",
        _ => cell.Value,
    };
}
