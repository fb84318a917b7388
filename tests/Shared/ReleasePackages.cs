using System.Diagnostics;
using System.Globalization;

namespace PerfMatrix.Tests;

/// <summary>The packages of this checkout, as a release has them.</summary>
/// <param name="Version">One of its own, because NuGet keeps what it has unpacked once.</param>
internal sealed record ReleasePackages(string Folder, string Version)
{
    /// <summary>The commit that the packages name as theirs; scripts/test gives the same.</summary>
    public const string Commit = "0123456789abcdef0123456789abcdef01234567";

    private const string Prefix = "perfmatrix.";

    /// <summary>Those that scripts/test has packed for all suites. Where a suite is started without it, they are packed.</summary>
    /// <param name="folder">Where to pack them.</param>
    public static async Task<ReleasePackages> FindAsync(string folder)
    {
        if (Environment.GetEnvironmentVariable("PERFMATRIX_TEST_PACKAGES") is { Length: > 0 } packed) folder = packed;
        else await PackAsync(folder);
        var package = Path.GetFileNameWithoutExtension(Assert.Single(Directory.GetFiles(folder, $"{Prefix}*.nupkg")));
        return new(folder, package[Prefix.Length..]);
    }

    private static async Task PackAsync(string folder)
    {
        var version = string.Create(CultureInfo.InvariantCulture, $"1.0.{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}");
        var start = new ProcessStartInfo(Checkout.File("scripts", "pack"),
            ["--out", folder, "--version", version, "--repository", "https://github.com/octo/perfmatrix", "--commit", Commit])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // Not where the programs are that other tests start meanwhile.
        start.Environment["ArtifactsPath"] = $"{folder}-built";
        using var process = Process.Start(start)!;
        var (code, output, error) = await Eventually.EndsAsync(process);
        Assert.True(code == 0, $"scripts/pack ended with code {code}:\n{output}{error}");
    }
}
