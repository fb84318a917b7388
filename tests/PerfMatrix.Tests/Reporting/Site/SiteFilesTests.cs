using System.Text;
using PerfMatrix.History;
using PerfMatrix.Reporting.Site;

namespace PerfMatrix.Tests.Reporting.Site;

/// <summary>The branch of the history is the site.</summary>
public sealed class SiteFilesTests
{
    private readonly MemoryFiles _branch = new();

    [Fact]
    public void A_branch_without_the_front_end_gets_it_and_then_nothing_more()
    {
        Assert.True(Add(out var first));
        Assert.True(Add(out var second));

        Assert.Equal(["assets/site.css", "assets/site.js", "index.html"], first);
        Assert.Empty(second);
    }

    [Fact]
    public void An_older_front_end_is_replaced()
    {
        Write("index.html", "<script type=\"application/json\" id=\"perfmatrix-data\">{}</script>");

        Assert.True(Add(out var changed));
        Assert.Contains("index.html", changed);
    }

    [Fact]
    public void The_page_of_somebody_else_stays()
    {
        Write("index.html", "<h1>Documentation of another product</h1>");

        Assert.False(Add(out var changed));
        Assert.Empty(changed);
    }

    private bool Add(out IEnumerable<string> changed)
    {
        var changes = new FileChanges();
        var isShown = SiteFiles.AddTo(_branch, changes);
        changed = changes.Files.Keys;
        _branch.Apply(changes);
        return isShown;
    }

    private void Write(string path, string text)
    {
        var changes = new FileChanges();
        changes.Set(path, Encoding.UTF8.GetBytes(text));
        _branch.Apply(changes);
    }
}
