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

    public async Task<GcLibraryOutcome> BuildAsync(string sources, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux())
            return new NoCompiler("a GC library of our own is built and loaded on Linux only");
        if (!File.Exists(Path.Combine(sources, Script)))
            throw new UsageException($"GC library: '{sources}' has no script '{Script}'; expected a folder such as workloads/ZeroGc.");

        var identity = await RunAsync(sources, ["--identity"], cancellation);
        if (identity.ExitCode != 0) return Failure(sources, identity);
        var key = KeyOf(sources, identity.Output);
        var library = Path.Combine(cacheFolder, $"{Path.GetFileName(sources)}-{key}.so");
        if (File.Exists(library)) return new GcLibrary(library, key);

        // Whoever else compiles it now renames the same bytes to the same place.
        Directory.CreateDirectory(cacheFolder);
        var draft = $"{library}.{Guid.NewGuid():n}";
        var build = await RunAsync(sources, [draft], cancellation);
        if (build.ExitCode != 0) return Failure(sources, build);
        File.Move(draft, library, overwrite: true);
        return new GcLibrary(library, key);
    }

    private Task<ProcessResult> RunAsync(string sources, IReadOnlyList<string> arguments, CancellationToken cancellation) => Errors.OrAsync(
        () => runner.RunAsync(new ProcessRequest(Path.Combine(sources, Script), arguments, sources, environment), cancellation),
        (ProcessStartException e) => new ProcessResult(
            Unavailable, [], [$"{Path.Combine(sources, Script)} could not be started: {e.Message} It needs bash."]));

    private static GcLibraryOutcome Failure(string sources, ProcessResult result)
    {
        var said = result.Error.Concat(result.Output).Where(line => line.Length > 0).ToList();
        return result.ExitCode == Unavailable ? new NoCompiler(string.Join(' ', said))
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

/// <summary>What became of building a standalone GC: <see cref="GcLibrary"/>, <see cref="NoCompiler"/> or <see cref="GcLibraryFailure"/>.</summary>
internal abstract record GcLibraryOutcome;

/// <param name="Key">What it was made from: lower-case hexadecimal hash of sources, compiler, architecture and flags.</param>
internal sealed record GcLibrary(string Path, string Key) : GcLibraryOutcome;

/// <summary>This machine has nothing to build it with: its cells are unavailable.</summary>
/// <param name="Reason">What is missing, and what to install.</param>
internal sealed record NoCompiler(string Reason) : GcLibraryOutcome;

/// <summary>It could not be built, or cannot be used with an application: its cells fail.</summary>
/// <param name="Errors">What the compiler said; at most ten lines.</param>
internal sealed record GcLibraryFailure(string Reason, IReadOnlyList<string> Errors) : GcLibraryOutcome;

/// <summary>Publications with a GC library beside their runtime. A publication itself stays as it is, because others use it; so each pair gets a
/// folder of its own that holds the same files by hard links (no copy, and one page cache for all) and the library.</summary>
/// <param name="folder">Folder of the pairs, absolute; on the file system of the publications, else files are copied.</param>
internal sealed partial class GcOverlay(string folder)
{
    public string Place(string publication, GcLibrary library, string name)
    {
        var place = Path.Combine(folder, $"{Path.GetFileName(publication)}+{library.Key}");
        return FileErrors.Explain(() =>
        {
            if (!Directory.Exists(place)) Make(place, publication, library.Path, name);
            return place;
        }, e => $"GC library: {place} could not be made: {e.Message}");
    }

    /// <summary>Removes what belongs to publications that are gone; their links would keep the space in use. Another process may do the same at the
    /// same time, so what cannot be removed is left.</summary>
    public void Prune(string publications)
    {
        foreach (var place in Directory.Exists(folder) ? Directory.GetDirectories(folder) : [])
        {
            if (!Directory.Exists(Path.Combine(publications, Path.GetFileName(place).Split('+')[0])))
                FileErrors.Ignore(() => WorkFolder.Delete(place));
        }
    }

    // Made beside and renamed, so that a folder that is there is whole.
    private static void Make(string place, string publication, string library, string name)
    {
        var draft = $"{place}+{Guid.NewGuid():n}";
        foreach (var file in Directory.EnumerateFiles(publication, "*", SearchOption.AllDirectories))
            Link(file, Path.Combine(draft, Path.GetRelativePath(publication, file)));
        File.Copy(library, Path.Combine(draft, name));
        try
        {
            Directory.Move(draft, place);
        }
        catch (IOException) when (Directory.Exists(place))
        {
            Directory.Delete(draft, recursive: true);
        }
    }

    private static void Link(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        if (!OperatingSystem.IsLinux() || link(from, to) != 0) File.Copy(from, to);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string from, string to);
#pragma warning restore IDE1006, CA5392
}
