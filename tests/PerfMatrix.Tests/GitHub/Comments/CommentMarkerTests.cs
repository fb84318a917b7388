using PerfMatrix.GitHub.Comments;

namespace PerfMatrix.Tests.GitHub.Comments;

public sealed class CommentMarkerTests
{
    /// <summary>Else the result of a search that is run again would stand below the comment that it failed, not in its place.</summary>
    [Fact]
    public void The_marker_that_a_job_without_the_tool_writes_is_ours_and_what_init_writes_has_none()
    {
        string[] folders = [Checkout.File(".github", "workflows"), Checkout.File("src", "PerfMatrix", "GitHub", "Setup", "Templates")];
        var line = Assert.Single(folders.SelectMany(folder => Directory.EnumerateFiles(folder, "*.yml"))
            .SelectMany(file => File.ReadLines(file).Where(one => one.Contains("<!--", StringComparison.Ordinal))));

        var written = line.Trim().Replace("$GITHUB_RUN_ID", "4711", StringComparison.Ordinal)
            .Replace("$GITHUB_RUN_ATTEMPT", "2", StringComparison.Ordinal);

        var ours = new CommentMarker(4711, 2);
        Assert.Equal($"marker=\"{ours.Line}\"", written);
        Assert.Equal(ours, CommentMarker.Of(ours.Line));
    }
}
