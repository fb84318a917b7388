using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Results;

public sealed class RunFileTests
{
    private static readonly RunDocument s_run = SampleRun.Create();

    [Fact]
    public void What_is_written_reads_back_the_same()
    {
        using var folder = new TemporaryFolder();
        RunDocument.File.Write(folder["run.json"], s_run);
        var text = File.ReadAllText(folder["run.json"]);

        Assert.Equal(text, RunDocument.File.Format(RunDocument.File.Read(folder["run.json"])));
        Assert.Equal(["run.json"], Directory.EnumerateFiles(folder.Root).Select(Path.GetFileName));
    }

    [Fact]
    public void Every_sample_and_every_pair_has_a_line_of_its_own()
    {
        var lines = RunDocument.File.Format(s_run).Split('\n');

        Assert.Equal(s_run.Samples.Count, lines.Count(line => line.StartsWith("    {\"variant\":", StringComparison.Ordinal)));
        Assert.Equal(s_run.Pairs.Count, lines.Count(line => line.StartsWith("    {\"block\":", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_document_of_a_newer_perfmatrix_is_refused()
    {
        var text = RunDocument.File.Format(s_run).Replace("\"schemaVersion\": 1", "\"schemaVersion\": 2", StringComparison.Ordinal);

        Assert.Equal(
            "run.json: schemaVersion is 2, this perfmatrix reads up to 1. Use a newer perfmatrix, or the version that wrote the file.",
            Assert.Throws<UsageException>(() => RunDocument.File.Parse(text, "run.json")).Message);
    }

    [Theory]
    [InlineData("{\n  \"schemaVersion\": 1,\n  \"id\": \"x\n", "run.json(3,")]
    [InlineData("", "run.json(1,1)")]
    [InlineData("[1]", "run.json: not a run document: found no schemaVersion, expected the number 1")]
    [InlineData("{\"schemaVersion\": 1}", "missing required properties")]
    public void A_damaged_document_is_an_error_with_its_position(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<UsageException>(() => RunDocument.File.Parse(text, "run.json")).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("\"status\":\"measured\"", "\"status\":\"fine\"", "$.variants[0].status")]
    [InlineData("\"round\":1", "\"round\":\"1\"", "$.samples[0].round")]
    [InlineData("\"metrics\":{", "\"metric\":{", "$.samples[0]")]
    [InlineData("\"cpuModel\":\"Example CPU 3000\"", "\"cpuModel\":null", "$.machine")]
    public void A_field_of_the_wrong_kind_is_named(string found, string replacement, string expected)
    {
        var text = RunDocument.File.Format(s_run);
        var at = text.IndexOf(found, StringComparison.Ordinal);
        var problem = Assert.Throws<UsageException>(() => RunDocument.File.Parse(text[..at] + replacement + text[(at + found.Length)..], "run.json"));

        Assert.Contains(expected, problem.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"samples\": [")]
    [InlineData("\"variants\": [")]
    [InlineData("\"variants\":[")]
    public void A_null_in_a_list_is_damage(string list)
    {
        var text = RunDocument.File.Format(s_run);
        Assert.Contains(list, text, StringComparison.Ordinal);
        var problem = Assert.Throws<UsageException>(
            () => RunDocument.File.Parse(text.Replace(list, $"{list}null,", StringComparison.Ordinal), "run.json"));

        Assert.Equal("run.json: not a run document: found null in a list; measure again", problem.Message);
    }

    [Fact]
    public void Cutting_the_file_anywhere_is_an_error_and_never_a_crash()
    {
        var text = RunDocument.File.Format(s_run);
        var random = new Random(11);
        for (var trial = 0; trial < 50; trial++)
        {
            var cut = text[..random.Next(text.Length - 2)];
            Assert.Throws<UsageException>(() => RunDocument.File.Parse(cut, "run.json"));
        }
    }

    [Fact]
    public void Unknown_fields_are_ignored_because_later_versions_add_some() =>
        Assert.Equal(s_run.Id, RunDocument.File.Parse(RunDocument.File.Format(s_run)
            .Replace("\"schemaVersion\": 1,", "\"schemaVersion\": 1, \"later\": [1],", StringComparison.Ordinal), "x").Id);

    [Fact]
    public void A_full_disk_leaves_the_previous_version_readable()
    {
        using var folder = new TemporaryFolder();
        RunDocument.File.Write(folder["run.json"], s_run);
        var problem = Assert.Throws<UsageException>(() => AtomicFile.Write(folder["run.json"], new byte[100_000], path => new FullDisk(path)));

        Assert.Contains("No space left on device", problem.Message, StringComparison.Ordinal);
        Assert.Equal(s_run.Id, RunDocument.File.Read(folder["run.json"]).Id);
        Assert.Single(Directory.EnumerateFiles(folder.Root));
    }

    [Fact]
    public void A_missing_file_is_named() =>
        Assert.Contains(
        "/nowhere/run.json", Assert.Throws<UsageException>(() => RunDocument.File.Read("/nowhere/run.json")).Message, StringComparison.Ordinal);

    /// <summary>Takes half of what it is given, as a disk does that becomes full.</summary>
    private sealed class FullDisk(string path) : FileStream(path, FileMode.CreateNew, FileAccess.Write)
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            base.Write(buffer[..(buffer.Length / 2)]);
            throw new IOException("No space left on device");
        }
    }
}
