using PerfMatrix.GitHub.Alerts;

namespace PerfMatrix.Tests.GitHub.Alerts;

public sealed class CodeOwnersTests
{
    // The examples of GitHub's own page.
    private static readonly CodeOwners s_owners = new("""
        # a comment
        *       @global
        *.js    @js # a comment of the line
        /build/logs/ @doctocat
        docs/*  docs@example.com
        apps/   @octocat
        /docs/  @doctocat
        /scripts/ @doctocat @octocat
        **/logs @octo-org/logs
        /apps/github
        """);

    [Theory]
    [InlineData("README.md", "global")]
    [InlineData("src/a.js", "js")]
    [InlineData("build/logs/x/y.txt", "octo-org/logs")]
    [InlineData("docs/getting-started.md", "doctocat")]
    [InlineData("other/apps/x.cs", "octocat")]
    [InlineData("deep/in/logs/x", "octo-org/logs")]
    [InlineData("scripts/run", "doctocat octocat")]
    [InlineData("apps/github/x", "")]
    [InlineData("lib/a.jsx", "global")]
    public void The_last_pattern_that_matches_a_file_names_its_owners(string file, string owners) =>
        Assert.Equal(owners, string.Join(' ', s_owners.Of([file]).Select(owner => owner.Owner)));

    [Fact]
    public void Who_owns_most_files_comes_first() => Assert.Equal([("js", 2), ("global", 1)], s_owners.Of(["README.md", "a.js", "b.js"]));

    [Fact]
    public void A_star_at_the_end_is_no_folder() =>
        Assert.Equal(["global"], new CodeOwners("* @global\ndocs/* @docs").Of(["docs/a/b.md"]).Select(owner => owner.Owner));

    [Fact]
    public void Without_the_file_nobody_is_named() => Assert.Empty(CodeOwners.Of("/nowhere").Of(["a.cs"]));
}
