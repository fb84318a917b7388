using PerfMatrix.Evidence.Injection;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Injection;

public sealed class MeasuringTreeTests : IDisposable
{
    // What reads, shows, stores or explains; a folder that is not listed here has to be decided on.
    private static readonly string[] s_others = ["Commands", "Configuration", "Explain", "GitHub", "History", "Reporting", "Results"];

    private readonly ScratchRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Fact]
    public void Every_folder_of_the_product_measures_and_decides_or_is_known_not_to()
    {
        var folders = Directory.EnumerateDirectories(Checkout.File("src", "PerfMatrix")).Select(folder => Path.GetFileName(folder)!)
            .Where(name => name is not ("bin" or "obj"));
        Assert.Equal(folders.Except(s_others).Select(name => $"src/PerfMatrix/{name}").Order(),
            MeasuringTree.Paths.Where(path => path.StartsWith("src/PerfMatrix/", StringComparison.Ordinal)).Order());
        Assert.All(MeasuringTree.Paths, path => Assert.True(Path.Exists(Checkout.File(path)), path));
    }

    [Fact]
    public void It_changes_with_its_folders_and_files_and_with_nothing_else()
    {
        Assert.Null(MeasuringTree.HashOf(_repository.Git));
        foreach (var path in MeasuringTree.Paths) _repository.Commit("one", Directory.Exists(Checkout.File(path)) ? $"{path}/file" : path);
        var first = MeasuringTree.HashOf(_repository.Git);
        string[] others = ["docs/file", "crank/README.md", "src/PerfMatrix/Gate/README.md", "crank/labels.yml"];
        foreach (var other in others) _repository.Commit("two", other);
        File.WriteAllText(Path.Combine(_repository.Root, "crank/README.md"), "three");
        Assert.Equal(first, MeasuringTree.HashOf(_repository.Git));

        File.WriteAllText(Path.Combine(_repository.Root, "src/PerfMatrix/Drivers/file"), "two");
        var changed = MeasuringTree.HashOf(_repository.Git);
        _repository.Commit("two", "src/PerfMatrix/Drivers/file");
        var committed = MeasuringTree.HashOf(_repository.Git);
        File.WriteAllText(Path.Combine(_repository.Root, "src/PerfMatrix/Runtimes/more"), "one");
        var added = MeasuringTree.HashOf(_repository.Git);
        _repository.Commit("two", "global.json");

        Assert.Equal(5, new[] { first, changed, committed, added, MeasuringTree.HashOf(_repository.Git) }.Distinct().Count());
    }
}
