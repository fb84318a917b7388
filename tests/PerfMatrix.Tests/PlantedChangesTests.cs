using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests;

/// <summary>The patches of docs/planted, with which anybody can repeat a row of "Verdicts on real changes".</summary>
public sealed class PlantedChangesTests
{
    public static TheoryData<string> Patches => [.. Directory.EnumerateFiles(Checkout.File("docs", "planted"))
        .Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Patches))]
    public async Task A_patch_applies_to_this_checkout(string patch)
    {
        var path = $"docs/planted/{patch}";
        var applied = await new Git(Checkout.Root).RunAsync(TestContext.Current.CancellationToken, "apply", "--check", "--verbose", path);

        Assert.True(applied.ExitCode == 0 && !applied.Words.Contains("Skipped", StringComparison.Ordinal),
            $"{path} no longer applies: {applied.Words}\nIts first line says what it does: make that change in workloads/ again, put `git diff` in "
            + "place of the old one, and undo the change.");
    }

    [Fact]
    public void Every_row_of_the_table_has_a_patch_and_every_patch_a_row()
    {
        var section = File.ReadAllText(Checkout.File("docs", "evidence.md")).Split("\n## Verdicts on real changes\n")[1].Split("\n### ")[0];
        var rows = section.Split('\n').Where(line => line.StartsWith('|')).Skip(2).ToList();
        var patches = Patches.Select(patch => patch.Data).ToList();

        Assert.Equal(patches.Count, rows.Count);
        Assert.All(patches, patch => Assert.Single(rows, row => row.Contains($"](planted/{patch}) |", StringComparison.Ordinal)));
    }
}
