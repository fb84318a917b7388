using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Tests.Measurement;

public sealed class ProgramFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Programs_with_the_hash_that_was_told_are_taken()
    {
        var sha256 = Write("one");
        ProgramFolder.Open(_folder.Root, sha256);
        ProgramFolder.Open(_folder.Root, sha256.ToUpperInvariant());
        ProgramFolder.Open(_folder.Root);
    }

    [Fact]
    public void A_list_that_was_changed_together_with_its_files_is_refused()
    {
        var sha256 = Write("one");
        var other = Write("two");

        var problem = Assert.Throws<UsageException>(() => ProgramFolder.Open(_folder.Root, sha256));

        Assert.StartsWith($"--programs-sha256 {sha256}: found {other} at ", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void No_list_has_no_hash()
    {
        var problem = Assert.Throws<UsageException>(() => ProgramFolder.Open(_folder.Root, new string('0', 64)));
        Assert.Contains("found no file at ", problem.Message, StringComparison.Ordinal);
    }

    private string Write(string folder) => ProgramList.File.Write(_folder["programs.json"], new ProgramList
    {
        Rid = RuntimeIdentifiers.OfThisMachine(),
        Sides = [],
        Runtimes = [],
        Programs = [new("head", "src/App.csproj", "net10.0", "10.0.1", folder, "App", "hash", null)],
    });
}
