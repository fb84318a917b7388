using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>A launcher and a load job that are shell scripts, for what the real ones never do.</summary>
internal sealed class ScriptedPrograms : IDisposable
{
    /// <summary>A launcher that is ready at once and lives until its input closes.</summary>
    public const string GoodLauncher =
        "echo 'PerfMatrix.Launcher ready at http://127.0.0.1:9'; echo $$ >> \"$(dirname \"$0\")/pids\"; cat > /dev/null";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-scripts-");

    public LocalPrograms Programs => new(Path.Combine(_folder.FullName, "launcher"), Path.Combine(_folder.FullName, "load"));

    public string Work => Path.Combine(_folder.FullName, "work");

    public ScriptedPrograms Launcher(string script) => Write("launcher", script);

    public ScriptedPrograms Load(string script) => Write("load", "echo $$ >> \"$(dirname \"$0\")/pids\"; " + script);

    public IEnumerable<string> Alive() => File.ReadAllLines(Path.Combine(_folder.FullName, "pids")).Where(pid => Directory.Exists($"/proc/{pid}"));

    public void Dispose() => _folder.Delete(recursive: true);

    private ScriptedPrograms Write(string name, string script)
    {
        var path = Path.Combine(_folder.FullName, name);
        ProgramFile.Write(path, $"#!/bin/sh\n{script}\n");
        return this;
    }
}
