namespace PerfMatrix.Matrix;

/// <summary>A commit that is measured in every block of a run, so that the trend has something to hold its points against.</summary>
/// <param name="Revision">The commit: 40 hexadecimal digits from a file; what git understands from an option.</param>
/// <param name="Position">Where it stands, for messages: file, line and key, or the option.</param>
internal sealed record ReferencePin(string Revision, string Position);

/// <summary>Reads <c>crank/reference.yml</c>: the commit that the trend is measured against, and while it changes the one before.</summary>
internal static class ReferenceFile
{
    public const string Name = "crank/reference.yml";
    private const string Commit = "commit";
    private const string OlderCommit = "olderCommit";

    /// <summary>The pins of a checkout, the newest last; none without the file.</summary>
    public static IReadOnlyList<ReferencePin> Load(string root) => ConfigurationFiles.Of(root).Find(Name) is { } file ? Read(file) : [];

    /// <summary>The pins, the newest last; none where the keys have no value.</summary>
    public static IReadOnlyList<ReferencePin> Read(YamlMap file)
    {
        file.Allow(Commit, OlderCommit);
        var (pinned, older) = (PinOf(file.Find(Commit)), PinOf(file.Find(OlderCommit)));
        if (pinned is null && older is not null)
            throw file.Required(OlderCommit).Place.Error(
                $"found a commit without '{Commit}', expected both: this is the commit that was pinned before, while '{Commit}' names the new one");
        if (pinned is not null && older?.Revision == pinned.Revision)
            throw file.Required(OlderCommit).Place.Error($"found the same commit as '{Commit}', expected the one that was pinned before, or nothing");
        return [.. new[] { older, pinned }.OfType<ReferencePin>()];
    }

    // A branch or a short name would mean another commit tomorrow, and the trend would step without anyone having pinned anything.
    private static ReferencePin? PinOf(YamlValue? value)
    {
        if (value is null) return null;
        var text = value.AsText();
        return CommitId.IsWhole(text) ? new(text, value.Place.ToString())
            : throw value.Expected("the 40 hexadecimal digits of a commit, as 'git rev-parse HEAD' prints them");
    }
}
