using System.IO.Compression;

namespace PerfMatrix.Benchmarks;

/// <summary>The trend site of 200 cells x 1,000 runs in a real browser (Chromium through playwright-core, as the tests do): size and time of the
/// first load, of the view of causes, and of every change of the choice: to all pictures, and to those in sight, which are drawn first. Before a
/// choice a list is opened or a link reached, as readers do.</summary>
internal static class SiteBenchmark
{
    private const double Megabyte = 1e6;
    private const double Kilobyte = 1e3;

    /// <summary>What is shown within this seems to be there at once.</summary>
    private const double MostMilliseconds = 100;

    private const double MostFirstMilliseconds = 1000;
    private const double MostDrawMilliseconds = 300;

    private static readonly string s_tests = Path.Combine(BuiltCheckout.Root, "tests", "Site");
    private static readonly string s_site = Path.Combine(BuiltCheckout.Root, "reports", "site");

    /// <summary>Serves the generated history and lets the browser look at it.</summary>
    /// <exception cref="InvalidOperationException">Node, npm or the browser is missing, or the registry of npm cannot be reached.</exception>
    public static async Task<IReadOnlyList<BenchmarkRow>> RunAsync()
    {
        foreach (var folder in new[] { s_tests, s_site }) Install(folder);
        await using var server = ChildProcess.StartForeign(BuiltCheckout.Perfmatrix, ["site", "serve", "--history", Site()], BuiltCheckout.Root);
        var output = BuiltCheckout.Run("node", [Path.Combine("benchmark", "site.mjs"), await AddressAsync(server)], s_tests);
        var times = JsonSerializer.Deserialize<Dictionary<string, double[]>>(output)!;
        var why = double.Parse(BuiltCheckout.Run("node", [Path.Combine("benchmark", "why-size.mjs")], s_tests), CultureInfo.InvariantCulture);
        return
        [
            BenchmarkRow.AtMost("site/first load", "MB", [.. times["first load"].Select(bytes => bytes / Megabyte)], 0.5),
            BenchmarkRow.SlowestAtMost("site/first picture", "ms", times["first picture"], MostFirstMilliseconds),
            BenchmarkRow.SlowestAtMost("site/first draw of overview", "ms", times["first draw"], MostDrawMilliseconds),
            BenchmarkRow.SlowestAtMost("site/first draw of overview, in sight", "ms", times["first draw, in sight"], MostDrawMilliseconds),
            BenchmarkRow.SlowestAtMost("site/first draw of every cell", "ms", times["first draw of every cell"], MostDrawMilliseconds),
            BenchmarkRow.SlowestAtMost(
                "site/first draw of every cell, in sight", "ms", times["first draw of every cell, in sight"], MostDrawMilliseconds),
            BenchmarkRow.SlowestAtMost("site/first picture of why", "ms", times["first why"], MostFirstMilliseconds),
            .. from change in times
               where change.Key.StartsWith("change of ", StringComparison.Ordinal)
               select BenchmarkRow.SlowestAtMost($"site/{change.Key}", "ms", change.Value, MostMilliseconds),
            BenchmarkRow.AtMost("site/JavaScript, gzip", "KB", [Compressed("site.js") / Kilobyte], 120),
            BenchmarkRow.AtMost("site/JavaScript of why, gzip", "KB", [why / Kilobyte], 40),
        ];
    }

    /// <summary>The generated history with the articles and the largest explanations.</summary>
    private static string Site()
    {
        var folder = LargeHistory.Create();
        LargeExplanation.AddTo(folder);
        var articles = Path.Combine(BuiltCheckout.Root, "reports", "articles");
        BuiltCheckout.Run(BuiltCheckout.Perfmatrix, ["site", "build", "--out", folder, "--articles", articles]);
        return folder;
    }

    /// <summary>What the scripts need of npm, as scripts/test-site installs it.</summary>
    private static void Install(string folder)
    {
        if (Directory.Exists(Path.Combine(folder, "node_modules"))) return;
        BuiltCheckout.Run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"], folder);
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
            gzip.Write(File.ReadAllBytes(Path.Combine(s_site, "dist", file)));
        return memory.Length;
    }
}
