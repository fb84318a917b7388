using System.Globalization;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>A repository with the workloads and crank files of this checkout, to be committed to; it shares the checkout's publish cache. It has all
/// settings that a publish depends on, so what is unchanged in it is the program that the checkout itself has published.</summary>
internal sealed class ScratchCheckout : IDisposable
{
    /// <summary>What is added to a file where it is to be another with the same program; one text, so that it is built once for all tests.</summary>
    public const string Comment = "// Nothing but a comment.\n";

    private static readonly string[] s_copied =
    [
        "crank", "workloads", "src/PerfMatrix.Probe", "src/PerfMatrix.Shared", "src/Directory.Build.props", "Directory.Build.props",
            "Directory.Packages.props", "global.json", "nuget.config", ".editorconfig", ".gitignore",
    ];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-checkout-");

    /// <param name="more">Files and folders that are copied as well.</param>
    public ScratchCheckout(params string[] more)
    {
        Directory.CreateDirectory(Root);
        foreach (var file in s_copied.Concat(more).SelectMany(FilesOf))
            Copy(file);
        Directory.CreateDirectory(Checkout.File("artifacts/cache"));
        Directory.CreateDirectory(Path.Combine(Root, "artifacts"));
        Directory.CreateSymbolicLink(Path.Combine(Root, "artifacts", "cache"), Checkout.File("artifacts/cache"));
        LenientPolicy.Write(Root);
        Git("init", "-q", "-b", "main");
        Commit("as it is, but lenient");
    }

    /// <summary>A folder in a temporary one, so that a test may put others beside it.</summary>
    public string Root => Path.Combine(_folder.FullName, "checkout");

    /// <summary>The file of the handler that the scenario <c>hello-minimal</c> calls.</summary>
    public string Handler => Path.Combine(Root, "workloads", "MinimalApi", "Hello.cs");
    public IEnumerable<string> Worktrees =>
        Directory.Exists(Path.Combine(Root, "artifacts", "worktrees")) ? Directory.GetDirectories(Path.Combine(Root, "artifacts", "worktrees")) : [];

    /// <summary>Makes the working tree's hello-minimal and hello-controllers other programs, as fast as they were.</summary>
    public void ChangeProgram()
    {
        foreach (var file in new[] { Handler, Path.Combine(Root, "workloads", "ControllersApi", "ClassicController.cs") })
            File.WriteAllText(file, File.ReadAllText(file).Replace("Hello World", "Hello world", StringComparison.Ordinal));
    }

    /// <summary>Lets applications in workstation mode give no events, so that what is found worse is not explained, which takes most of a
    /// minute.</summary>
    public void SwitchDiagnosticsOff()
    {
        const string mode = "        DOTNET_gcServer: \"0\"\n        DOTNET_gcConcurrent: \"1\"\n";
        Replace("matrix.yml", mode, $"{mode}        DOTNET_EnableDiagnostics: \"0\"\n");
    }

    /// <summary>Lets slices last 20 ms, for a handler that sleeps. A slice of it ends late, with its last answer, and in a warm-up it gets as many as
    /// the fast side needs for its time: four times as many where they last 5 ms.</summary>
    public void LengthenSlices() => Replace("matrix.yml", "\n  slice: 5ms\n", "\n  slice: 20ms\n");

    /// <summary>Lets few requests be under way, for a handler that sleeps: behind each slice all of them are waited for, of 32 some 30 ms.</summary>
    public void LowerConnections() => Replace("load.yml", "\n      connections: 32 ", "\n      connections: 8 ");

    /// <summary>Replaces a text of a file in <c>crank</c>, which has to be there.</summary>
    public void Replace(string file, string old, string now)
    {
        var path = Path.Combine(Root, "crank", file);
        var text = File.ReadAllText(path);
        Assert.Contains(old, text, StringComparison.Ordinal);
        File.WriteAllText(path, text.Replace(old, now, StringComparison.Ordinal));
    }

    public void Commit(string message)
    {
        Git("add", "--all");
        Git("-c", "user.name=Test", "-c", "user.email=test@example.test", "commit", "-q", "-m", message);
    }

    public string Git(params string[] arguments) =>
        new Git(Root).Ask(arguments) ?? throw new InvalidOperationException($"git {string.Join(' ', arguments)} failed");

    public void Dispose()
    {
        Directory.Delete(Path.Combine(Root, "artifacts", "cache"));
        _folder.Delete(recursive: true);
    }

    private static IEnumerable<string> FilesOf(string path) =>
        File.Exists(Checkout.File(path)) ? [path] : Directory.EnumerateFiles(Checkout.File(path), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Checkout.Root, file))
            .Where(file => !file.Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj" or "artifacts"));

    private void Copy(string file)
    {
        var target = Path.Combine(Root, file);
        Directory.CreateDirectory(Path.GetDirectoryName(target)!);
        File.Copy(Checkout.File(file), target);
    }
}

/// <summary>A policy that needs few rounds and overlooks what noise can do, in <c>crank/gate.yml</c> of a checkout.</summary>
internal static class LenientPolicy
{
    public const double DetectPercent = 100;

    public static void Write(string root)
    {
        var path = Path.Combine(root, "crank", "gate.yml");
        var text = File.ReadAllText(path);
        // Memory and start-up of a busy machine, too.
        foreach (var (old, now) in new (string, string)[]
                 {
                     ("\ndetectPercent: 5 ", string.Create(CultureInfo.InvariantCulture, $"\ndetectPercent: {DetectPercent} ")),
                     ("paired, detectPercent: 10 }", "paired }"),
                     ("tail, detectPercent: 20 }", "report }"),
                     ("tail, detectPercent: 10 }", "report }"),
                     ("tail, detectPercent: 7 }", "report }"),
                     ("tail, detectPercent: 2 }", "report }"),
                     ("amount: 8 }", "amount: 100000 }"),
                 })
        {
            Assert.Contains(old, text, StringComparison.Ordinal);
            text = text.Replace(old, now, StringComparison.Ordinal);
        }

        File.WriteAllText(path, text);
    }
}
