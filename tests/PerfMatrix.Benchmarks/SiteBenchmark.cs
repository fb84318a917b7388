using System.IO.Compression;

namespace PerfMatrix.Benchmarks;

/// <summary>The trend site of 200 cells x 1,000 runs in a real browser (Chromium through playwright-core, as the tests do): size and time of the
/// first load, and of a change of the choice.</summary>
internal static class SiteBenchmark
{
    private const double Megabyte = 1e6;
    private const double Kilobyte = 1e3;

    /// <summary>What is shown within this seems to be there at once.</summary>
    private const double MostMilliseconds = 100;

    /// <summary>Every view in which something can be chosen, as site.mjs names them.</summary>
    private static readonly string[] s_views = ["overview", "every cell", "trend", "run", "matrix", "compare", "versions", "gc", "health"];

    /// <summary>Serves the generated history and lets the browser look at it.</summary>
    /// <exception cref="InvalidOperationException">Node or the browser is missing; scripts/test-site installs what the tests need.</exception>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        await using var server = ChildProcess.StartForeign(
            BuiltCheckout.Perfmatrix, ["site", "serve", "--history", LargeHistory.Create()], BuiltCheckout.Root);
        var script = Path.Combine("benchmark", "site.mjs");
        var output = BuiltCheckout.Run("node", [script, await AddressAsync(server)], Path.Combine(BuiltCheckout.Root, "tests", "Site"));
        var times = JsonSerializer.Deserialize<Dictionary<string, double[]>>(output)!;
        return
        [
            BenchmarkRow.AtMost("site/first load", "MB", [.. times["first load"].Select(bytes => bytes / Megabyte)], 0.5),
            BenchmarkRow.AtMost("site/first chart", "ms", times["first chart"], 1000),
            BenchmarkRow.SlowestAtMost("site/first draw of overview", "ms", times["first draw"], MostMilliseconds),
            .. s_views.Select(view => BenchmarkRow.SlowestAtMost($"site/change of {view}", "ms", times[view], MostMilliseconds)),
            BenchmarkRow.AtMost("site/JavaScript, gzip", "KB", [Compressed("site.js") / Kilobyte], 120),
        ];
    }

    private static async Task<string> AddressAsync(ChildProcess server)
    {
        await foreach (var line in server.Lines.ReadAllAsync())
        {
            if (line.Split(' ').FirstOrDefault(word => word.StartsWith("http://", StringComparison.Ordinal)) is { } address)
                return address.TrimEnd('.', ',');
        }

        throw new InvalidOperationException("perfmatrix site serve ended without an address.");
    }

    private static long Compressed(string file)
    {
        using var memory = new MemoryStream();
        using (var gzip = new GZipStream(memory, CompressionLevel.Optimal, leaveOpen: true))
            gzip.Write(File.ReadAllBytes(Path.Combine(BuiltCheckout.Root, "reports", "site", "dist", file)));
        return memory.Length;
    }
}
