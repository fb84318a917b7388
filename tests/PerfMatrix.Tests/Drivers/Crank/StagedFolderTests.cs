using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class StagedFolderTests
{
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
