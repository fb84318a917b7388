using System.Diagnostics;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>Code of head that changes what was measured of it, between the step that measures and the one that uploads.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class HostileHeadTests(HostileHeadTests.Attack attack) : IClassFixture<HostileHeadTests.Attack>, IDisposable
{
    private static readonly string[] s_selection = ["--scenario", "hello-minimal", "--runtime", "net10.0", "--gc", "workstation"];

    private readonly TheProgram _program = new();

    public void Dispose() => _program.Dispose();

    /// <summary>Where applications run as the user who measures, a changed round is found by the hash that it had when it was written; where they run
    /// as somebody else, as on GitHub's runners, nothing can be changed.</summary>
    [Theory]
    [InlineData("", "changed", 1)]
    [InlineData("nobody", "refused", 0)]
    public async Task A_round_is_not_changed_unseen(string user, string outcome, int checkedCode)
    {
        if (user.Length > 0) Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root starts programs as somebody else");
        var (measured, notes) = (Path.Combine(_program.Out, "measured"), Path.Combine(_program.Out, "notes"));
        Directory.CreateDirectory(notes);
        // As the step that makes the user does; and everybody may leave a note.
        Assert.Equal(0, await ShellAsync($"cp -R '{attack.Programs}' '{_program.Out}/programs' && chmod a+rx '{Path.GetDirectoryName(_program.Out)}' "
            + $"&& chmod -R a+rX '{_program.Out}' && chmod a+w '{notes}'"));

        var screen = await _program.RunAsync(
            ["compare", "HEAD~1", "HEAD", "--stage", "screen", "--programs", Path.Combine(_program.Out, "programs"), .. s_selection, "--rounds", "3",
                "--slices", "8",
                "--warmup", "100ms", "--out", measured], attack.Checkout.Root, ("PERFMATRIX_APPLICATION_USER", user),
                    ("GITHUB_OUTPUT", Path.Combine(_program.Out, "output")));

        Assert.True(screen.ExitCode == 0, screen.Error);
        Assert.Equal([outcome], Directory.GetFiles(notes).Select(File.ReadAllText).Distinct());
        Assert.Equal(checkedCode, await ShellAsync($"cd '{measured}' && sha256sum --check --quiet SHA256SUMS"));
    }

    private static async Task<int> ShellAsync(string command)
    {
        var start = new ProcessStartInfo("bash", ["-c", command]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        return (await Eventually.EndsAsync(process)).ExitCode;
    }

    /// <summary>A commit that attacks, and the programs of both sides as jobs get them: built once, and copied to where each test measures.</summary>
    public sealed class Attack : IAsyncLifetime
    {
        private readonly TheProgram _program = new();

        internal ScratchCheckout Checkout { get; } = new();

        internal string Programs => Path.Combine(_program.Out, "programs");

        public async ValueTask InitializeAsync()
        {
            await File.WriteAllTextAsync(Checkout.Handler, (await File.ReadAllTextAsync(Checkout.Handler)).Replace(
                "IEndpointRouteBuilder endpoints)\n    {\n", "IEndpointRouteBuilder endpoints)\n    {\n        Attack.Begin();\n",
                StringComparison.Ordinal) + """

                internal static class Attack
                {
                    /// <summary>Changes the first round that was measured, as soon as it is there, and notes what came of it.</summary>
                    public static void Begin() => new Thread(() =>
                    {
                        // It starts in programs/SIDE/NAME.
                        var root = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "../../.."));
                        var note = "";
                        for (; note.Length == 0; Thread.Sleep(20))
                        {
                            foreach (var round in Directory.Exists($"{root}/measured/raw") ? Directory.GetFiles($"{root}/measured/raw", "*.json") : [])
                            {
                                try
                                {
                                    File.AppendAllText(round, " ");
                                    note = "changed";
                                }
                                catch (UnauthorizedAccessException)
                                {
                                    note = "refused";
                                }
                            }
                        }

                        File.WriteAllText($"{root}/notes/{Environment.ProcessId}", note);
                    }) { IsBackground = true }.Start();
                }

                """);
            Checkout.Commit("attacks");
            foreach (var side in new[] { "base", "head" })
            {
                var build = await _program.RunAsync(["github", "build", "--base", "HEAD~1", "--head", "HEAD", "--side", side, .. s_selection, "--out",
                    Path.Combine(Programs, side)], Checkout.Root, ("GITHUB_OUTPUT", ""));
                Assert.True(build.ExitCode == 0, build.Error);
            }
        }

        public ValueTask DisposeAsync()
        {
            _program.Dispose();
            Checkout.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
