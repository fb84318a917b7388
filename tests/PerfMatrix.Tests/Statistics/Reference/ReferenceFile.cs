using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace PerfMatrix.Tests.Statistics.Reference;

/// <summary>Results of an independent implementation: a stored JSON file beside the R script that wrote it.</summary>
internal static class ReferenceFile
{
    private static string Folder([CallerFilePath] string here = "") => Path.GetDirectoryName(here)!;

    public static IReadOnlyList<ReferenceRow> Rows(string file, string section) => RowsOf(File.ReadAllText(Path.Combine(Folder(), file)), section);

    public static IReadOnlyList<ReferenceRow> RowsOf(string json, string section) =>
        [.. JsonDocument.Parse(json).RootElement.GetProperty(section).EnumerateArray().Select(row => new ReferenceRow(row))];

    /// <summary>Runs an R script of this folder; null when Rscript or a package of the script is not installed.</summary>
    public static string? RunScript(string script)
    {
        var start = new ProcessStartInfo("Rscript", [Path.Combine(Folder(), script)]) { RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using var process = Process.Start(start)!;
            var (code, output, errors) = Eventually.Ends(process);
            if (errors.Contains("there is no package called", StringComparison.Ordinal))
                return null;
            return code == 0 ? output : throw new InvalidOperationException($"{script} failed: {errors}");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }
}

/// <summary>A row: arrays of numbers by name.</summary>
internal sealed class ReferenceRow(JsonElement row)
{
    public double[] Values(string name) => [.. row.GetProperty(name).EnumerateArray().Select(v => v.GetDouble())];

    public double Value(string name) => Values(name).Single();

    public IEnumerable<(string Name, double[] Values)> All => row.EnumerateObject().Select(p => (p.Name, Values(p.Name)));

    public override string ToString() => row.ToString();
}
