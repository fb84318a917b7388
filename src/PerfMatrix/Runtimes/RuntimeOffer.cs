namespace PerfMatrix.Runtimes;

/// <summary>The runtimes that can be published for this machine: those with both packs, .NET's and ASP.NET Core's.</summary>
/// <param name="Packs">What the feeds say of each pack.</param>
internal sealed record RuntimeOffer(IReadOnlyList<PackOffer> Packs)
{
    public bool HasFailures => Packs.Any(pack => pack.Failures.Count > 0);

    public IEnumerable<string> Warnings => Packs.SelectMany(pack => pack.Warnings).Distinct();

    public static async Task<RuntimeOffer> ReadAsync(IReadOnlyList<IPackageFeed> feeds, string rid, CancellationToken cancellation) =>
        new(await Task.WhenAll(
            PackOffer.ReadAsync(feeds, $"Microsoft.NETCore.App.Runtime.{rid}", cancellation),
            PackOffer.ReadAsync(feeds, $"Microsoft.AspNetCore.App.Runtime.{rid}", cancellation)));

    /// <summary>The releases of a framework that every pack has, oldest first.</summary>
    public IReadOnlyList<PatchVersion> Releases(TargetFramework framework) =>
        [.. Packs.Select(pack => pack.Versions).Aggregate(Enumerable.Intersect).Where(version => framework.Has(version) && !version.IsPreview).Order()];

    /// <summary>The version asked for, or the newest of the framework. Previews count only where there is no release: before a version is out.</summary>
    public PatchVersion? Pick(TargetFramework framework, PatchVersion? exact)
    {
        var common = Packs.Select(pack => pack.Versions).Aggregate(Enumerable.Intersect).Where(framework.Has).ToList();
        if (exact is not null)
            return common.Contains(exact.Value) ? exact : null;

        var releases = common.Where(version => !version.IsPreview).ToList();
        return (releases.Count > 0 ? releases : common).Cast<PatchVersion?>().Max();
    }

    /// <summary>Why <see cref="Pick"/> found nothing.</summary>
    public string Explain(TargetFramework framework, PatchVersion? exact)
    {
        var lacking = Packs.Where(pack => !pack.Versions.Any(version => exact is null ? framework.Has(version) : version == exact)).ToList();
        var wanted = exact?.ToString() ?? $"{framework.Major}.{framework.Minor}";
        var explained = lacking.Count > 0 ? lacking : Packs;
        return $"no package source has {wanted} of {string.Join(" and ", explained.Select(pack => pack.Package))}: "
            + string.Join("; ", explained.Select(pack => pack.Describe(framework)).Distinct());
    }
}
