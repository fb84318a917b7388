using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.History;

/// <summary>What GitHub takes of a history, and the warnings before it takes no more; pure.</summary>
public static class HistoryLimits
{
    /// <summary>Shares of the limits at which a warning begins: with a run a day there are months left to do something.</summary>
    private const double Near = 0.8;

    /// <summary>GitHub refuses a push with a larger file: "GitHub blocks files larger than 100 MiB" (docs.github.com, About large files on GitHub).</summary>
    public static Bytes LargestFile { get; } = new(100L << 20);

    /// <summary>GitHub Pages does not serve more: "Published GitHub Pages sites may be no larger than 1 GB" (docs.github.com, GitHub Pages limits).</summary>
    public static Bytes LargestSite { get; } = new(1_000_000_000);

    /// <summary>Warnings of limits that come near, one line each.</summary>
    /// <param name="written">Path and size of every file that is about to be written.</param>
    /// <param name="history">Size of the whole history afterwards; null when nobody knows it.</param>
    public static IReadOnlyList<string> Warnings(IEnumerable<(string Path, Bytes Size)> written, Bytes? history) =>
    [
        .. written.Where(file => file.Size.Count > Near * LargestFile.Count).Select(file => string.Create(
            CultureInfo.InvariantCulture,
            $"{file.Path} has {file.Size.Megabytes:0} MiB, GitHub accepts {LargestFile.Megabytes:0} MiB for a file. Measure fewer cells or rounds per run, or run `perfmatrix history prune`.")),
        .. history is { } size && size.Count > Near * LargestSite.Count ? [Site(size)] : Array.Empty<string>(),
    ];

    private static string Site(Bytes size) => string.Create(
        CultureInfo.InvariantCulture,
        $"the history has {size.Count / 1e6:0} MB, GitHub Pages serves {LargestSite.Count / 1e6:0} MB. Run `perfmatrix history prune --days 30`, which keeps every summary, or begin a new branch.");
}
