namespace PerfMatrix.Launcher.Publishing;

/// <summary>The place of sources that a crank agent has fetched, and of what is published from them beside it: <c>checkouts/NAME</c> and
/// <c>published/KEY</c>. An agent keeps both for the next block with the same sources.</summary>
internal sealed class SourceCheckout
{
    private readonly string _parent;

    private SourceCheckout(string parent, string folder) => (_parent, Folder) = (parent, folder);

    public string Folder { get; }

    /// <summary>Takes fetched sources out of the agent's way: for the next block it copies them to the same place, and fails when something is there
    /// (seen in the source of crank 0.2.0-alpha.26316.1: File.CopyTo without overwriting).</summary>
    /// <param name="source">Where the agent has put them, absolute.</param>
    public static SourceCheckout Claim(string source)
    {
        var parent = Path.GetDirectoryName(source)!;
        var folder = Path.Combine(parent, "checkouts", Path.GetFileName(source));
        if (IsFilled(source))
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
            Directory.CreateDirectory(Path.GetDirectoryName(folder)!);
            Directory.Move(source, folder);
        }

        return new SourceCheckout(parent, folder);
    }

    /// <summary>Where an output belongs; it is there as a whole or not at all.</summary>
    public string Output(string key) => Path.Combine(_parent, "published", key);

    public string Workshop(string key) => Path.Combine(_parent, "building", key);

    public string Root(PublishPlan plan)
    {
        var root = Path.TrimEndingDirectorySeparator(Path.Combine(Folder, plan.Root));
        return IsFilled(root) ? root : throw new FormatException(
            $"commit {plan.Commit} has not arrived on this machine: git on the agent could not fetch it, now or in an earlier block. Its log says "
                + $"why; make the repository readable from here and restart the agent, so that it fetches again.");
    }

    private static bool IsFilled(string folder) => Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any();
}
