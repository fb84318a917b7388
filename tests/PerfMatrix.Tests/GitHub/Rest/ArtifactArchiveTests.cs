using System.IO.Compression;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Rest;

public sealed class ArtifactArchiveTests
{
    [Fact]
    public void Only_what_is_wanted_is_read()
    {
        var files = ArtifactArchive.Read(
            GitHubWorld.Zip(("a/run.json", "1"), ("a/raw/x.json", "2")), "x", 100, path => path.EndsWith("run.json", StringComparison.Ordinal));
        Assert.Equal(["a/run.json"], files.Keys);
    }

    [Theory]
    [InlineData("../verdict.json")]
    [InlineData("a/../../verdict.json")]
    [InlineData("/etc/verdict.json")]
    [InlineData("C:/verdict.json")]
    [InlineData("a\\..\\verdict.json")]
    [InlineData("a//verdict.json")]
    [InlineData("a\u0001b")]
    public void A_path_that_leads_out_is_refused(string path)
    {
        var problem = Assert.Throws<ArtifactException>(
            () => ArtifactArchive.Read(GitHubWorld.Zip(("verdict.json", "{}"), (path, "x")), "verdict", 100, _ => true));
        Assert.Contains("leads out of its folder", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_link_is_refused()
    {
        using var memory = new MemoryStream();
        using (var zip = new ZipArchive(memory, ZipArchiveMode.Create, leaveOpen: true))
            zip.CreateEntry("verdict.json").ExternalAttributes = unchecked((int)0xA1FF0000);

        Assert.Contains("is a link", Assert.Throws<ArtifactException>(
            () => ArtifactArchive.Read(memory.ToArray(), "verdict", 100, _ => true)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_bomb_is_refused_when_it_goes_off_whatever_its_head_claims()
    {
        var bomb = GitHubWorld.Zip(("verdict.json", new string('0', 30 << 20)));
        Assert.True(bomb.Length < 1 << 20);
        Assert.Contains("unpacks to more than the limit of 1 MiB",
            Assert.Throws<ArtifactException>(() => ArtifactArchive.Read(bomb, "verdict", 1 << 20, _ => true)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_files_of_one_name_are_refused() => Assert.Contains(
        "is in it twice",
        Assert.Throws<ArtifactException>(
            () => ArtifactArchive.Read(GitHubWorld.Zip(("verdict.json", "1"), ("VERDICT.json", "2")), "verdict", 100, _ => true)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void What_is_no_archive_is_refused() =>
        Assert.StartsWith("artifact 'verdict': not an archive", Assert.Throws<ArtifactException>(
            () => ArtifactArchive.Read("hello"u8.ToArray(), "verdict", 100, _ => true)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_damaged_archive_is_refused()
    {
        var archive = GitHubWorld.Zip(("verdict.json", new string('x', 5000) + Guid.NewGuid()));
        Array.Fill(archive, (byte)0xFF, 45, 20);
        Assert.Throws<ArtifactException>(() => ArtifactArchive.Read(archive, "verdict", 1 << 20, _ => true));
    }
}
