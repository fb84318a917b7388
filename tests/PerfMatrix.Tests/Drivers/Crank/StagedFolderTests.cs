using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class StagedFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_folder_has_one_path_for_every_set_that_it_is_sent_in()
    {
        var staged = Links();
        var (one, two) = (staged.Stage(Source("one"), "one"), staged.Stage(Source("two"), "two"));

        Assert.Equal(staged.Together([one, two]), staged.Together([one, two]));
        Assert.NotEqual(staged.Together([one])[0], staged.Together([one, two])[0]);
        Assert.Equal("two", File.ReadAllText(Path.Combine(staged.Together([one, two])[1], "file")));
    }

    [Fact]
    public void Lanes_that_stage_the_same_folders_at_the_same_time_get_the_same_paths()
    {
        var staged = Links();
        string[] sources = [Source("one"), Source("two")];

        var sets = Enumerable.Range(0, 64).AsParallel().WithDegreeOfParallelism(16)
            .Select(_ => string.Join(':', staged.Together([staged.Stage(sources[0], "one"), staged.Stage(sources[1], "two")])));

        Assert.Single(sets.Distinct());
    }

    [Fact]
    public void The_same_content_keeps_its_name_and_other_content_gets_another()
    {
        var source = Source("one");
        var first = Links().Stage(source, "app");
        Assert.Equal(first, Links().Stage(source, "app"));
        Assert.Equal("one", File.ReadAllText(Path.Combine(first, "file")));

        File.WriteAllText(Path.Combine(source, "file"), "two");
        Assert.NotEqual(first, Links().Stage(source, "app"));
    }

    [Fact]
    public void Content_that_was_elsewhere_before_and_is_gone_there_has_its_path_all_the_same()
    {
        var (before, now) = (Source("one"), Directory.CreateDirectory(_folder["moved/one"]).FullName);
        File.Copy(Path.Combine(before, "file"), Path.Combine(now, "file"));
        var first = Links().Stage(before, "app");
        Directory.Delete(before, recursive: true);

        Assert.Equal(first, Links().Stage(now, "app"));
        Assert.Equal("one", File.ReadAllText(Path.Combine(first, "file")));
    }

    private StagedFolder Links() => new(_folder["links"]);

    private string Source(string content)
    {
        var folder = Directory.CreateDirectory(_folder[content]).FullName;
        File.WriteAllText(Path.Combine(folder, "file"), content);
        return folder;
    }
}
