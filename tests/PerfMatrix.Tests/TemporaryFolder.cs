namespace PerfMatrix.Tests;

/// <summary>A folder that is gone after the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("perfmatrix-test-").FullName;

    public string this[string name] => In(name);

    public string In(params string[] parts) => Path.Combine([Root, .. parts]);

    /// <summary>Writes a file, with the folders it needs, and returns its full path.</summary>
    public string Write(string name, string content)
    {
        var path = In(name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
        return path;
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
