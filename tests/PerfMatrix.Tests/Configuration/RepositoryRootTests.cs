using PerfMatrix.Configuration;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Configuration;

public sealed class RepositoryRootTests
{
    [Fact]
    public void The_root_is_found_from_any_folder_below_it()
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["crank"]);
        Directory.CreateDirectory(folder["src/deep/er"]);
        File.WriteAllText(folder["crank/matrix.yml"], "");

        Assert.Equal(folder.Root, RepositoryRoot.Find(folder["src/deep/er"]));
    }

    [Fact]
    public void The_second_start_counts_when_the_first_is_outside()
    {
        using var outside = new TemporaryFolder();
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["crank"]);
        File.WriteAllText(folder["crank/matrix.yml"], "");

        Assert.Equal(folder.Root, RepositoryRoot.Find(outside.Root, folder.Root));
    }

    [Fact]
    public void Without_one_the_message_says_where_it_looked()
    {
        using var outside = new TemporaryFolder();

        var error = Assert.Throws<UsageException>(() => RepositoryRoot.Find(outside.Root));

        Assert.Contains("crank/matrix.yml", error.Message);
        Assert.Contains(outside.Root, error.Message);
    }
}
