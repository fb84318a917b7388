using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class StagedFolderTests
{
    [Fact]
    public void A_folder_has_one_path_for_every_set_that_it_is_sent_in()
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-staged-");
        try
        {
            var staged = new StagedFolder(Path.Combine(folder.FullName, "links"));
            var (one, two) = (Stage("one"), Stage("two"));

            Assert.Equal(staged.Together([one, two]), staged.Together([one, two]));
            Assert.NotEqual(staged.Together([one])[0], staged.Together([one, two])[0]);
            Assert.Equal("two", File.ReadAllText(Path.Combine(staged.Together([one, two])[1], "file")));

            string Stage(string name)
            {
                var source = folder.CreateSubdirectory(name);
                File.WriteAllText(Path.Combine(source.FullName, "file"), name);
                return staged.Stage(source.FullName, name);
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public void The_same_content_keeps_its_name_and_other_content_gets_another()
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-staged-");
        try
        {
            var source = Directory.CreateDirectory(Path.Combine(folder.FullName, "app"));
            File.WriteAllText(Path.Combine(source.FullName, "file"), "one");
            var first = Stage();
            Assert.Equal(first, Stage());
            Assert.Equal("one", File.ReadAllText(Path.Combine(first, "file")));
            File.WriteAllText(Path.Combine(source.FullName, "file"), "two");
            Assert.NotEqual(first, Stage());

            string Stage() => new StagedFolder(Path.Combine(folder.FullName, "links")).Stage(source.FullName, "app");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
