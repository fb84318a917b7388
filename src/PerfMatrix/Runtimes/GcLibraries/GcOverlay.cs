using System.Runtime.InteropServices;

namespace PerfMatrix.Runtimes.GcLibraries;

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

    /// <summary>Removes what belongs to publications that are gone; their links would keep the space in use.</summary>
    public void Prune(string publications)
    {
        foreach (var place in Directory.Exists(folder) ? Directory.GetDirectories(folder) : [])
        {
            if (!Directory.Exists(Path.Combine(publications, Path.GetFileName(place).Split('+')[0])))
                Directory.Delete(place, recursive: true);
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
