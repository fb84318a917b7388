namespace PerfMatrix.Runtimes;

/// <summary>What several feeds together say of one runtime pack.</summary>
/// <param name="Package">Id of the pack.</param>
/// <param name="Answers">The feeds that answered.</param>
/// <param name="Failures">The answers of the feeds that could not be read, a sentence each.</param>
internal sealed record PackOffer(string Package, IReadOnlyList<(string Source, PackageVersions Answer)> Answers, IReadOnlyList<string> Failures)
{
    public IEnumerable<PatchVersion> Versions => Answers.SelectMany(feed => feed.Answer.Versions);

    public IEnumerable<string> Warnings => Failures.Concat(Answers.Select(feed => feed.Answer.Warning).OfType<string>());

    public static async Task<PackOffer> ReadAsync(IReadOnlyList<IPackageFeed> feeds, string package, CancellationToken cancellation)
    {
        var read = await Task.WhenAll(feeds.Select(feed => AskAsync(feed, package, cancellation)));
        return new PackOffer(
            package,
            read.Where(feed => feed.Answer is not null).Select(feed => (feed.Source, feed.Answer!)).ToList(),
            read.Select(feed => feed.Failure).OfType<string>().ToList());
    }

    /// <summary>What the feeds have of a framework, as part of a sentence.</summary>
    public string Describe(TargetFramework framework) =>
        string.Join("; ", Answers.Select(feed => $"{feed.Source} has {Describe(feed.Answer, framework)}").Concat(Failures));

    private static string Describe(PackageVersions answer, TargetFramework framework)
    {
        var versions = answer.Versions.Where(framework.Has).Order().Select(version => version.ToString()).ToList();
        return versions.Count > 0 ? string.Join(", ", versions) : $"none of {framework.Major}.{framework.Minor}";
    }

    private static async Task<(string Source, PackageVersions? Answer, string? Failure)> AskAsync(IPackageFeed feed, string package, CancellationToken cancellation)
    {
        try
        {
            return (feed.Source, await feed.VersionsAsync(package, cancellation), null);
        }
        catch (FeedException e)
        {
            return (feed.Source, null, e.Message);
        }
    }
}
