namespace PerfMatrix.Tests.Results;

/// <summary>A folder that goes away with the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("perfmatrix-test-").FullName;

    public string this[string name] => Path.Combine(Root, name);

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
