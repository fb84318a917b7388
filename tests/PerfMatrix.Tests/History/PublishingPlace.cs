using System.Diagnostics;
using PerfMatrix.Commands;
using PerfMatrix.History;
using PerfMatrix.Tests.EndToEnd;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.History;

/// <summary>A bare repository on disk, a checkout that has it as its remote, and the built program that publishes from there.</summary>
internal sealed class PublishingPlace : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public PublishingPlace()
    {
        Bare = _folder["remote.git"];
        Git(_folder.Root, "init", "-q", "--bare", Bare);
        Checkout = NewCheckout("checkout");
    }

    public string Bare { get; }
    public string Checkout { get; }
    public int Commits => int.Parse(Git(Bare, "rev-list", "--count", "gh-pages"));

    public string this[string name] => _folder[name];

    public void Dispose() => _folder.Dispose();

    public string NewCheckout(string name)
    {
        var path = Directory.CreateDirectory(_folder[name]).FullName;
        Git(path, "init", "-q", "-b", "main");
        Git(path, "remote", "add", "origin", Bare);
        File.Copy(PerfMatrix.Tests.Checkout.File("global.json"), Path.Combine(path, "global.json"));
        return path;
    }

    public Task<TheProgram.Outcome> PublishAsync(int number, params (string Name, string Value)[] environment) =>
        RunAsync(Checkout, ["publish", Document(number)], environment);

    public static async Task<TheProgram.Outcome> RunAsync(string checkout, string[] arguments, params (string Name, string Value)[] environment)
    {
        using var program = new TheProgram();
        return await program.RunAsync(arguments, checkout, [("LC_ALL", "C"), .. environment]);
    }

    /// <summary>Publishes in the process of the tests, whose checkout gives nothing but the author: for all that needs neither a process that can be
    /// killed nor this checkout.</summary>
    public async Task<TheProgram.Outcome> PublishInProcessAsync(params string[] arguments)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        string[] remote = arguments.Contains("--remote") ? [] : ["--remote", Bare];
        var code = await CommandLine.RunAsync(
            [PublishCommand.Create(new(new TestConsole().Console))], ["publish", .. arguments, .. remote], output, error);
        return new(code, output.ToString(), error.ToString());
    }

    public Task<TheProgram.Outcome> PublishInProcessAsync(int number) => PublishInProcessAsync(Document(number));

    /// <summary>Puts runs on the branch, which does not exist yet, in one commit: what publishing them one by one gives, without a process for each
    /// run and a flush to disk for each of its files.</summary>
    public void Seed(params IReadOnlyList<int> runs)
    {
        var path = _folder["seed"];
        var (files, changes) = (HistorySamples.Published(runs.Select(number => HistorySamples.Compact(number))), new FileChanges());
        foreach (var name in files.Paths) changes.Set(name, files.Read(name)!);
        new FolderFiles(path, isFlushed: false).Apply(changes);
        Git(path, "init", "-q", "-b", "gh-pages");
        Git(path, "add", "-A");
        Git(path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", $"publish run {HistorySamples.Document(runs[^1]).Id}");
        Git(path, "push", "-q", Bare, "gh-pages");
    }

    public string Document(int number)
    {
        var path = _folder[$"run-{number}.json"];
        if (!File.Exists(path)) RunDocument.File.Write(path, HistorySamples.Document(number));
        return path;
    }

    public FolderFiles Published()
    {
        var path = _folder[$"copy-{Guid.NewGuid():N}"];
        Git(_folder.Root, "clone", "-q", "--branch", "gh-pages", Bare, path);
        return new FolderFiles(path);
    }

    public string Hook(string name, string script) => Script(Path.Combine("remote.git", "hooks", name), script);

    public string Script(string name, string script) => ProgramFile.Write(_folder[name], "#!/bin/sh\n" + script + "\n");

    /// <summary>Runs git, which must succeed.</summary>
    public static string Git(string folder, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true })!;
        var (code, output, _) = Eventually.Ends(process);
        Assert.Equal(0, code);
        return output.Trim();
    }
}
