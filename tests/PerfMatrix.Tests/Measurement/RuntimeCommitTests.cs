using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Measurement;

public sealed class RuntimeCommitTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_commit_of_a_build_is_what_its_package_says_and_two_builds_have_an_address_of_what_is_between()
    {
        Add("12.0.0-alpha.1.9", "https://github.com/dotnet/dotnet", "aaa1");
        Add("12.0.0-alpha.1.10", "https://github.com/dotnet/dotnet/", "bbb2");
        Add("9.0.1", "https://github.com/dotnet/runtime", "ccc3");
        var packages = new RuntimePackages(_folder.Root, "https://feed");
        var (older, newer) = (packages.CommitOf("12.0.0-alpha.1.9"), packages.CommitOf("12.0.0-ALPHA.1.10"));

        Assert.Equal("https://github.com/dotnet/dotnet/commit/aaa1", older!.Address);
        Assert.Equal("https://github.com/dotnet/dotnet/compare/aaa1...bbb2", RuntimeCommit.Between(older, newer));
        Assert.Null(RuntimeCommit.Between(older, packages.CommitOf("9.0.1")));
        Assert.Null(RuntimeCommit.Between(older, packages.CommitOf("12.0.0-alpha.1.11")));
    }

    [Fact]
    public void A_search_among_builds_ends_with_the_commits_between_the_first_bad_one_and_the_one_before()
    {
        Add("12.0.0-alpha.1.9", "https://github.com/dotnet/dotnet", "aaa1");
        Add("12.0.0-alpha.1.10", "https://github.com/dotnet/dotnet", "bbb2");
        var packages = new RuntimePackages(_folder.Root, "https://feed");
        var open = new BisectDocument
        {
            Cell = "hello-minimal/net10.0@main/server/2c",
            Metric = "throughput",
            Good = new("12.0.0-alpha.1.9", "12.0.0-alpha.1.9"),
            Candidates = [new("12.0.0-alpha.1.10", "12.0.0-alpha.1.10")],
            Steps = [],
        };
        var found = open with { Steps = [new("12.0.0-alpha.1.10", BisectAnswer.Bad, "worse", 6.2, 4.5, 8, 18, null)] };

        Assert.Null(open.WithCommits(packages).RuntimeCommits);
        Assert.Equal("https://github.com/dotnet/dotnet/compare/aaa1...bbb2", found.WithCommits(packages).RuntimeCommits);
    }

    private void Add(string version, string repository, string commit)
    {
        var id = $"microsoft.netcore.app.runtime.{RuntimeIdentifiers.OfThisMachine()}";
        _folder.Write($"{id}/{version}/{id}.nuspec", $"""
            <package><metadata><id>{id}</id><version>{version}</version><authors>a</authors><description>d</description>
            <repository type="git" url="{repository}" commit="{commit}" /></metadata></package>
            """);
    }
}
