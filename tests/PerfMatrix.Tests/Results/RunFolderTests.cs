using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Results;

public sealed class RunFolderTests
{
    [Fact]
    public void Ids_sort_by_time_and_have_a_random_end()
    {
        var random = new Random(1);
        var start = new DateTimeOffset(2026, 11, 21, 9, 50, 12, 345, TimeSpan.FromHours(2));
        var ids = Enumerable.Range(0, 500).Select(step => RunId.New(start.AddMilliseconds(step * 37_777), random)).ToList();

        Assert.StartsWith("20261121T075012345Z-", ids[0], StringComparison.Ordinal);
        Assert.Equal(ids.Order(StringComparer.Ordinal), ids);
        Assert.NotEqual(RunId.New(start, random), RunId.New(start, random));
    }

    [Fact]
    public void A_raw_file_is_named_relative_to_the_document_with_its_hash()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run-1");
        var raw = folder.WriteRaw("block-1.json", "{}"u8.ToArray());

        Assert.Equal("raw/block-1.json", raw.Path);
        Assert.Equal(Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(Path.Combine(folder.Root, raw.Path)))), raw.Sha256);
        Assert.Equal(["raw"], Directory.EnumerateFileSystemEntries(folder.Root).Select(Path.GetFileName));
    }

    /// <summary>On a lab blocks run at once, and each leaves raw files.</summary>
    [Fact]
    public void Files_that_are_written_at_once_are_all_sealed()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run-1");
        var seals = new List<string>();
        folder.Sealed = seals.Add;
        Parallel.For(0, 400, index => folder.WriteRaw($"{index}.json", "{}"u8.ToArray()));
        File.WriteAllText(folder.Document, "{}");
        folder.SealAll("run.json");

        Assert.Single(seals);
        Assert.Equal(401, File.ReadAllLines(Path.Combine(folder.Root, RunFolder.Sums)).Distinct().Count());
    }

    /// <summary>What was measured runs as long as others are, and may write files of the user who measures where it is not another one.</summary>
    [Fact]
    public void A_file_that_somebody_changes_after_it_was_written_no_longer_has_the_hash_that_is_handed_on()
    {
        using var temporary = new TemporaryFolder();
        var (folder, seals) = (RunFolder.Create(temporary.Root, "run-1"), new List<string>());
        folder.Sealed = seals.Add;
        var raw = folder.WriteRaw("block-1.json", "{}"u8.ToArray());
        File.WriteAllText(Path.Combine(folder.Root, raw.Path), "{ }");
        folder.Write(RunDocument.File, SampleRun.Create());
        File.AppendAllText(folder.Document, " ");
        File.WriteAllText(Path.Combine(folder.Root, "trace"), "");

        Assert.Equal([raw.Path, "run.json"], Changed());
        Assert.Equal(Sums()["run.json"], folder.SealAll("run.json"));

        Assert.Equal([raw.Path, "run.json"], Changed());
        Assert.Equal([raw.Path, "run.json", "trace"], Sums().Select(sum => sum.Key));
        // The last one is that of the list as it is.
        Assert.Equal(2, seals.Count);
        Assert.Equal($"{HashOf(RunFolder.Sums)}  {Path.Combine(folder.Root, RunFolder.Sums)}", seals[^1]);

        Dictionary<string, string> Sums() => File.ReadAllLines(Path.Combine(folder.Root, RunFolder.Sums)).Select(line => line.Split("  "))
            .ToDictionary(sum => sum[1], sum => sum[0]);

        IEnumerable<string> Changed() => Sums().Where(sum => HashOf(sum.Key) != sum.Value).Select(sum => sum.Key);

        string HashOf(string file) => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(Path.Combine(folder.Root, file))));
    }

    [Fact]
    public void What_whoever_measures_does_not_know_is_in_every_run_document_that_is_written()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run-1");
        folder.Completed = run => run with { Starts = new Dictionary<string, IReadOnlyDictionary<string, string>>() };
        foreach (var isComplete in new[] { false, true })
        {
            folder.Write(RunDocument.File, SampleRun.Create() with { Complete = isComplete });

            var written = RunDocument.File.Read(folder.Document);
            Assert.Equal(isComplete, written.Complete);
            Assert.NotNull(written.Starts);
        }
    }

    [Fact]
    public void A_folder_that_nobody_seals_has_no_list_of_hashes()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run-1");
        folder.Write(RunDocument.File, SampleRun.Create());

        Assert.Equal(["raw", "run.json"], Directory.EnumerateFileSystemEntries(folder.Root).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void A_folder_that_cannot_be_written_is_wrong_usage()
    {
        using var temporary = new TemporaryFolder();
        File.WriteAllText(temporary["file"], "");
        var problem = Assert.Throws<UsageException>(() => RunFolder.Create(temporary["file"], "run-1"));

        Assert.StartsWith($"--out {temporary["file"]}: cannot write there:", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_that_is_kept_compressed_is_found_and_read()
    {
        using var temporary = new TemporaryFolder();
        var folder = RunFolder.Create(temporary.Root, "run-1");
        var kept = $"{folder.Document}.gz";
        using (var file = new GZipStream(File.Create(kept), CompressionLevel.Optimal))
            file.Write(Encoding.UTF8.GetBytes(RunDocument.File.Format(SampleRun.Create())));

        Assert.Equal(kept, RunFolder.FindDocument(temporary.Root));
        Assert.Equal(RunDocument.File.Format(SampleRun.Create()), RunDocument.File.Format(RunDocument.File.Read(kept)));

        File.WriteAllText(kept, "{}");
        Assert.StartsWith($"{kept}: cannot read the run document:", Assert.Throws<UsageException>(() => RunDocument.File.Read(kept)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_is_found_by_file_by_run_and_as_the_newest_of_a_folder_of_runs()
    {
        using var temporary = new TemporaryFolder();
        foreach (var id in new[] { "20261121T01-b", "20261121T02-a" }) File.WriteAllText(RunFolder.Create(temporary.Root, id).Document, "{}");
        RunFolder.Create(temporary.Root, "20261121T03-interrupted");
        var newest = Path.Combine(temporary["20261121T02-a"], "run.json");

        Assert.Equal(newest, RunFolder.FindDocument(temporary.Root));
        Assert.Equal(newest, RunFolder.FindDocument(temporary["20261121T02-a"]));
        Assert.Equal(newest, RunFolder.FindDocument(newest));
        Assert.Throws<UsageException>(() => RunFolder.FindDocument(temporary["none"]));
        Assert.Throws<UsageException>(() => RunFolder.FindDocument(temporary["20261121T03-interrupted"]));
    }

    [Theory]
    [InlineData("../secret")]
    [InlineData("raw/../../secret")]
    [InlineData("/dev/zero")]
    [InlineData("raw//round.json")]
    [InlineData("./round.json")]
    [InlineData("")]
    [InlineData("linked/round.json")]
    [InlineData("link.json")]
    public void A_path_in_a_document_does_not_lead_out_of_its_folder(string path)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["run/raw"]);
        File.WriteAllText(folder["secret"], "secret");
        File.WriteAllText(folder["run/raw/round.json"], "{}");
        Directory.CreateSymbolicLink(folder["run/linked"], folder["run/raw"]);
        File.CreateSymbolicLink(folder["run/link.json"], folder["secret"]);
        var run = RunWithFiles.Beside(folder["run/run.json"], SampleRun.Create(rounds: 1));

        Assert.Throws<IOException>(() => run.Read(path));
        Assert.Equal("{}"u8.ToArray(), run.Read("raw/round.json"));
    }
}
