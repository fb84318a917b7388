namespace PerfMatrix.GitHub.Alerts;

/// <summary>The change points of one group of commits.</summary>
/// <param name="Changes">In order; not empty.</param>
/// <param name="Standing">What is worse since, is measured still, was not taken back, and nobody has settled.</param>
/// <param name="Settled">Why people want no issue of it, as Markdown; null unless they said so.</param>
/// <param name="IsUnmeasured">Whether something would stand if its cells were measured still.</param>
internal sealed record Alert(IReadOnlyList<ChangeGroup> Changes, IReadOnlyList<ChangeMember> Standing, string? Settled, bool IsUnmeasured)
{
    /// <summary>The oldest change of which something stands; the oldest of all where nothing does.</summary>
    public ChangeGroup First => Changes.FirstOrDefault(Stands) ?? Changes[0];

    /// <summary>Sequence of the run at which the newest of what stands was found.</summary>
    public int Detected => Standing.Max(member => member.Detected);

    public bool Stands(ChangeGroup change) => change.Members.Intersect(Standing).Any();

    /// <param name="settled">Why there is to be no issue, by the id of a change.</param>
    /// <param name="gone">See <see cref="GoneCells"/>.</param>
    public static IReadOnlyList<Alert> Of(
        IReadOnlyList<ChangeGroup> changes, IReadOnlyDictionary<string, string> settled, IReadOnlySet<int>? gone = null) =>
    [
        .. from one in changes
           group one by one.ShaAfter ?? one.Id into same
           let reasons = same.Select(change => settled.GetValueOrDefault(change.Id)).OfType<string>().Distinct().ToList()
           let standing = same.Where(change => !settled.ContainsKey(change.Id)).SelectMany(change => StandingSteps.Of(change, changes))
               .ToLookup(member => gone is not null && gone.Contains(member.Cell))
           select new Alert([.. same], [.. standing[false]], reasons.Count == 0 ? null : string.Join("; ", reasons), standing.Contains(true)),
    ];
}

internal static class SettledChanges
{
    /// <summary>Why there is to be no issue, as Markdown, by the id of a change.</summary>
    public static IReadOnlyDictionary<string, string> Of(
        IReadOnlyDictionary<string, string> labels, IReadOnlyList<AcknowledgedChange> acknowledged, DateOnly today) => labels
        .Where(label => label.Value != ChangeLabels.Real)
        .Select(label => (Change: label.Key, Reason: $"labelled `{label.Value}` in `{Invocation.PlaceOf(ConfigurationFiles.Labels)}`"))
        .Concat(acknowledged.Where(entry => entry.Expires >= today)
            .Select(entry => (entry.Change, Reason: $"acknowledged until {entry.Expires:yyyy-MM-dd}: {AlertText.Code(entry.Reason)}")))
        .DistinctBy(settled => settled.Change).ToDictionary(settled => settled.Change, settled => settled.Reason);
}
