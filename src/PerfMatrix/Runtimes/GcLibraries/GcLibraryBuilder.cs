namespace PerfMatrix.Runtimes.GcLibraries;

/// <summary>Builds standalone GCs from a folder of sources with a script <c>build</c>, and keeps them by the content of the folder, the compiler and
/// the architecture. The script's contract: <c>build --identity</c> prints what the output depends on besides the sources, <c>build OUTPUT</c> writes
/// the library, and exit code 69 (EX_UNAVAILABLE of sysexits.h) means that there is no compiler.</summary>
/// <param name="cacheFolder">Folder of the libraries, absolute; usually <c>artifacts/cache/gc</c>.</param>
internal sealed class GcLibraryBuilder(IProcessRunner runner, IReadOnlyDictionary<string, string> environment, string cacheFolder)
{
    private const string Script = "build";
    private const int Unavailable = 69;
    private const int KeyLength = 16;
    private const int MostErrors = 10;

    /// <summary>Builds a library, or takes it from the cache.</summary>
    public async Task<GcLibraryOutcome> BuildAsync(string sources, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux())
            return new NoCompiler("a GC library of our own is built and loaded on Linux only");
        if (!File.Exists(Path.Combine(sources, Script)))
            throw new UsageException($"GC library: '{sources}' has no script '{Script}'; expected a folder such as workloads/ZeroGc.");

        var identity = await RunAsync(sources, ["--identity"], cancellation);
        if (identity.ExitCode != 0) return Failure(sources, identity);
        var key = KeyOf(sources, identity.Output);
        return await FindOrBuildAsync(sources, key, Path.Combine(cacheFolder, $"{Path.GetFileName(sources)}-{key}.so"), cancellation);
    }

    private async Task<GcLibraryOutcome> FindOrBuildAsync(string sources, string key, string library, CancellationToken cancellation)
    {
        if (File.Exists(library)) return new GcLibrary(library, key);

        // Whoever else compiles it now renames the same bytes to the same place.
        Directory.CreateDirectory(cacheFolder);
        var draft = $"{library}.{Guid.NewGuid():n}";
        var build = await RunAsync(sources, [draft], cancellation);
        if (build.ExitCode != 0) return Failure(sources, build);
        File.Move(draft, library, overwrite: true);
        return new GcLibrary(library, key);
    }

    private async Task<ProcessResult> RunAsync(string sources, IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        try
        {
            return await runner.RunAsync(new ProcessRequest(Path.Combine(sources, Script), arguments, sources, environment), cancellation);
        }
        catch (ProcessStartException e)
        {
            return new ProcessResult(Unavailable, [], [$"{Path.Combine(sources, Script)} could not be started: {e.Message} It needs bash."]);
        }
    }

    private static GcLibraryOutcome Failure(string sources, ProcessResult result)
    {
        var said = result.Error.Concat(result.Output).Where(line => line.Length > 0).ToList();
        return result.ExitCode == Unavailable
            ? new NoCompiler(string.Join(' ', said))
            : new GcLibraryFailure($"the GC library in {sources} could not be built", said.Take(MostErrors).ToList());
    }

    private static string KeyOf(string sources, IReadOnlyList<string> identity)
    {
        using var hash = new ContentHash();
        hash.AddFiles(sources, Directory.EnumerateFiles(sources));
        foreach (var line in identity) hash.Add(line);
        return hash.ToHex()[..KeyLength];
    }
}

/// <summary>What became of the building of a standalone GC: a <see cref="GcLibrary"/>, <see cref="NoCompiler"/> or a
/// <see cref="GcLibraryFailure"/>.</summary>
internal abstract record GcLibraryOutcome;

/// <param name="Key">What it was made from: lower-case hexadecimal hash of sources, compiler, architecture and flags.</param>
internal sealed record GcLibrary(string Path, string Key) : GcLibraryOutcome;

/// <summary>This machine has nothing to build it with: its cells are unavailable.</summary>
/// <param name="Reason">What is missing, and what to install.</param>
internal sealed record NoCompiler(string Reason) : GcLibraryOutcome;

/// <summary>It could not be built, or cannot be used with an application: its cells fail.</summary>
/// <param name="Errors">What the compiler said; at most ten lines.</param>
internal sealed record GcLibraryFailure(string Reason, IReadOnlyList<string> Errors) : GcLibraryOutcome;
