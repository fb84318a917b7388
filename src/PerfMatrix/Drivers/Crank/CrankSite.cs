namespace PerfMatrix.Drivers.Crank;

/// <summary>Where the crank driver works.</summary>
/// <param name="Root">Root of the repository; crank looks imports up there.</param>
/// <param name="Work">Folder for the files of blocks under way; each block removes its own.</param>
/// <param name="Cache">Folder that is kept: links to what is uploaded, and the agent's own files.</param>
public sealed record CrankSite(string Root, string Work, string Cache)
{
    /// <summary>The usual cache of a checkout.</summary>
    public static CrankSite Of(string root, string work) => new(root, work, Path.Combine(root, "artifacts", "cache", "crank"));
}
