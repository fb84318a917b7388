using System.Text;
using PerfMatrix.History;

namespace PerfMatrix.Tests.History;

public sealed class StoredProgramsTests
{
    [Fact]
    public void What_programs_were_built_with_is_stored_once_for_all_runs_that_have_it()
    {
        var before = HistorySamples.Published(HistorySamples.Compact(0)).Paths.Count(IsTable);
        var (run, table) = HistorySamples.Compact(Built(0, "1.0.0"));
        var files = HistorySamples.Published(HistorySamples.Compact(Built(0, "1.0.0")), HistorySamples.Compact(Built(1, "1.0.0")));

        Assert.Equal(Built(0, "1.0.0").Programs!.Select(program => (program.ArtifactHash, Texts(program.Facts))).Order(),
            run.Artifacts.Zip(run.Programs!, (artifact, program) =>
                (artifact, Texts(table.Programs![program!.Value].Facts.Select(fact => table.Facts![fact])))).Order());
        Assert.Equal(101, table.Facts!.Count);
        Assert.Equal(before, files.Paths.Count(IsTable));
        Assert.True(HistoryCheck.Of(files).IsWhole);

        files.Apply(Publishing.Add(files, HistorySamples.Compact(Built(2, "1.0.1"))));
        Assert.Equal(before + 1, files.Paths.Count(IsTable));

        static string Texts(IEnumerable<ProgramFact> facts) => string.Join('\n', facts);
    }

    /// <summary>Two programs of 100 packages, which is the most that is kept, add less than 20 KB even where all is new.</summary>
    [Fact]
    public void What_programs_were_built_with_is_small()
    {
        var (before, now) = (HistorySamples.Compact(0), HistorySamples.Compact(Built(0, "1.0.0")));

        Assert.InRange(HistoryJson.Write(now.Table).Length - HistoryJson.Write(before.Table).Length, 1, 20_000);
        Assert.InRange(HistoryJson.Write(now.Run).Length - HistoryJson.Write(before.Run).Length, 1, 200);
    }

    [Fact]
    public void A_run_that_says_nothing_of_its_programs_is_stored_as_before()
    {
        var (run, table) = HistorySamples.Compact(0);

        Assert.Null(run.Programs);
        Assert.DoesNotContain("\"programs\"", Encoding.UTF8.GetString(HistoryJson.Write(table)), StringComparison.Ordinal);
    }

    private static bool IsTable(string path) => path.StartsWith("tables/", StringComparison.Ordinal);

    /// <summary>A run of two programs with 100 packages each, all but one of which they share.</summary>
    private static RunDocument Built(int number, string version)
    {
        var document = HistorySamples.Document(number);
        var (a, b) = (new string('a', 64), new string('b', 64));
        return document with
        {
            Variants = [.. document.Variants.Select((variant, index) => index == 0 ? variant with { ArtifactHash = b } : variant)],
            Programs = [Of(a, "A"), Of(b, "B")],
        };

        ProgramRecord Of(string artifact, string own) => new(artifact,
            [.. Enumerable.Range(0, 99).Select(package => new ProgramFact("package", $"Contoso.Extensions.Package{package:00}", version)),
                new("package", own, version)], []);
    }
}
