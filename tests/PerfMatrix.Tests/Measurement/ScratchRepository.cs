using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Measurement;

/// <summary>A git repository of a few commits that goes away with the test.</summary>
internal sealed class ScratchRepository : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _name;

    /// <summary>A repository with one commit on the branch <c>main</c>.</summary>
    public ScratchRepository()
    {
        _name = "repository";
        Directory.CreateDirectory(Root);
        Run(Root, "init", "-q", "-b", "main");
        Commit("one");
    }

    public string Root => Path.Combine(_folder.Root, _name);

    public Git Git => new(Root);

    /// <summary>Commits a file of this content, and returns the commit.</summary>
    public string Commit(string content, string file = "file")
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(Root, file))!);
        File.WriteAllText(Path.Combine(Root, file), content);
        Run(Root, "add", file);
        Run(Root, "-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-m", content);
        return Run(Root, "rev-parse", "HEAD");
    }

    public string Run(params string[] arguments) => Run(Root, arguments);

    public string Clone(string name, params string[] options)
    {
        Run(_folder.Root, ["clone", "-q", .. options, $"file://{Root}", name]);
        return _folder[name];
    }

    public void Dispose() => _folder.Dispose();

    private static string Run(string folder, params string[] arguments) =>
        new Git(folder).Ask(arguments) ?? throw new InvalidOperationException($"git {string.Join(' ', arguments)} failed in {folder}");
}
