using System.Security.Cryptography;
using System.Text.Json;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The steps of a pull request's workflow, one after the other, from folders alone: plan, build, screen, suspects, verdict.</summary>
[Collection("end to end")]
[Trait("kind", "measures")]
public sealed class PullRequestTests : IDisposable
{
    private static readonly int s_cores = MachineRecord.Current.Cpus.Count;
    private static readonly string[] s_selection = ["--scenario", "hello-minimal,hello-controllers", "--runtime", "net10.0", "--gc", "workstation"];

    private readonly TheProgram _program = new();
    private readonly ScratchCheckout _checkout = new();

    public void Dispose()
    {
        _program.Dispose();
        _checkout.Dispose();
    }

    [Fact]
    public async Task From_plan_to_verdict_a_group_that_did_not_report_is_incomplete_and_what_was_measured_is_judged()
    {
        await File.WriteAllTextAsync(Path.Combine(_checkout.Root, "crank", "gate.yml"),
            await File.ReadAllTextAsync(Path.Combine(_checkout.Root, "crank", "gate.yml")) + "\n# looser\n");
        _checkout.ChangeProgram();
        _checkout.Commit("changes the policy and both programs");
        var plan = await RunAsync(
            ["github", "plan", "--base", "HEAD~1", "--head", "HEAD", .. s_selection, "--parallel", "2", "--rounds", "30", "--out", Out("plan.json")]);
        Assert.True(plan.ExitCode == 0, plan.Error);
        Assert.Equal(30, JobPlan.File.Read(Out("plan.json")).MostRounds);
        Assert.Contains($"\"blocks\":\"hello-controllers--net10.0--workstation--{s_cores}c\"", plan.Output);
        Assert.Contains(" Before it measures, a job needs about 21 s (estimated: checkout ", plan.Output);
        Assert.Contains("\nany=true\ngroups=2\nreference=", plan.Output);
        Assert.Contains("- crank/gate.yml is changed; the rules of the base branch apply", plan.Output);

        foreach (var side in new[] { "base", "head" })
        {
            var build = await RunAsync(
                ["github", "build", "--base", "HEAD~1", "--head", "HEAD", "--side", side, .. s_selection, "--out", Out($"programs/{side}")]);
            Assert.True(build.ExitCode == 0, build.Error);
            Assert.Equal(2, Directory.GetDirectories(Out($"programs/{side}")).Length);
        }

        AsUploaded(Out("programs"));

        var screen = await ScreenAsync();
        Assert.True(screen.ExitCode == 0, screen.Error);
        Assert.DoesNotContain("Publishing 2", screen.Error);
        var measured = await HashAsync("screen/screen-g01/comparison.json");
        // One after every document, so that a step whose time is over has sealed what it wrote; the last one counts.
        var seals = (await File.ReadAllLinesAsync(Out("output"))).Where(line => line.StartsWith("seal=", StringComparison.Ordinal)).ToList();
        Assert.True(seals.Count > 3, string.Join('\n', seals));
        Assert.Equal($"seal={await HashAsync("screen/screen-g01/SHA256SUMS")}  {Out("screen/screen-g01")}/SHA256SUMS", seals[^1]);
        Assert.Equal(["comparison.json", "raw/", "run.json"], (await File.ReadAllLinesAsync(Out("screen/screen-g01/SHA256SUMS")))
            .Select(line => line.Split("  ")[1]).Select(file => file.Split('/') is [var folder, _, ..] ? folder + "/" : file).Distinct());
        Assert.Equal(["SHA256SUMS", "comparison.json", "raw", "run.json"], Directory.GetFileSystemEntries(Out("screen/screen-g01"))
            .Select(Path.GetFileName).Order(StringComparer.Ordinal));
        var screened = ComparisonDocument.File.Read(Path.Combine(Out("screen/screen-g01"), ComparisonDocument.File.Name));
        Assert.Equal($"hello-minimal/net10.0/workstation/{s_cores}c", Assert.Single(screened.Cells).Id);
        Assert.Equal(_checkout.Git("rev-parse", "HEAD"), screened.Head.Sha);
        Assert.Contains($"{measured}  comparison.json", await File.ReadAllLinesAsync(Out("screen/screen-g01/SHA256SUMS")));
        Assert.Contains($"SHA-256 of comparison.json: `{measured}`", await File.ReadAllTextAsync(Out("summary")), StringComparison.Ordinal);
        Assert.Empty(_checkout.Worktrees);

        var suspects = await RunAsync(
            "github", "suspects", "--plan", Out("plan.json"), "--artifacts", Out("screen"), "--out", Out("suspects"), "--json");
        Assert.True(suspects.ExitCode == 0, suspects.Error);
        Assert.StartsWith("::warning title=Incomplete::Job screen g02 did not report", suspects.Error, StringComparison.Ordinal);

        var verdict = await RunAsync("github", "verdict", "--plan", Out("plan.json"), "--screen", Out("screen"), "--out", Out("verdict"), "--json");
        Assert.Equal(3, verdict.ExitCode);
        var document = VerdictDocument.File.Read(Path.Combine(Out("verdict"), VerdictDocument.File.Name));
        Assert.Equal(["crank/gate.yml"], document.PolicyChanges);
        Assert.Contains(document.Cells, cell => cell.Cell == $"hello-minimal/net10.0/workstation/{s_cores}c"
            && cell.Rounds >= DecisionLooks.InForce.FirstRounds);
        Assert.All(
            document.Cells.Where(cell => cell.Cell.StartsWith("hello-controllers", StringComparison.Ordinal)), cell => Assert.Equal(0, cell.Rounds));
        using var json = JsonDocument.Parse(verdict.Output);
        Assert.Equal("incomplete", json.RootElement.GetProperty("outcome").GetString());

        await DamagedProgramsAreRefusedAsync();
    }

    /// <summary>They fill the storage of a private repository: of a pull request at most 60 MB, packed as _side.yml packs them.</summary>
    [Fact]
    public async Task The_programs_of_both_sides_of_a_pull_request_of_this_repository_are_small()
    {
        var build = await RunAsync("github", "build", "--subset", "pr", "--out", Out("programs"));
        Assert.True(build.ExitCode == 0, build.Error);
        var packed = Out("programs.tar.zst");
        string[] arguments = ["--create", "--use-compress-program", "zstd -T0 --long=27", "--file", packed, "--directory", Out("programs"), "."];
        using var tar = System.Diagnostics.Process.Start("tar", arguments);
        await tar.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, tar.ExitCode);
        Assert.InRange(2 * new FileInfo(packed).Length, 1, 60_000_000);
    }

    [Fact]
    public async Task A_pull_request_that_brings_the_first_workload_has_an_empty_matrix()
    {
        var project = Path.Combine(_checkout.Root, "workloads", "MinimalApi", "MinimalApi.csproj");
        var content = await File.ReadAllTextAsync(project);
        File.Delete(project);
        _checkout.Commit("none yet");
        await File.WriteAllTextAsync(project, content);
        _checkout.Commit("the first");

        var plan = await RunAsync("github", "plan", "--base", "HEAD~1", "--head", "HEAD", "--scenario", "hello-minimal", "--runtime", "net10.0",
            "--gc", "workstation", "--detect", "1", "--out", Out("plan.json"));

        Assert.True(plan.ExitCode == 0, plan.Error);
        Assert.Contains("::warning title=Size below the bias::Throughput, CPU/req, Mean: the bias of this machine hides changes of its size",
            plan.Error);
        Assert.Contains("matrix={\"include\":[]}\nany=false\n", plan.Output);
        Assert.Contains("has no MinimalApi.csproj", plan.Output);
        Assert.Contains($"::warning title=Nothing is measured::hello-minimal/net10.0/workstation/{s_cores}c: new: base, HEAD~1", plan.Error);
        Assert.Equal(
            3, (await RunAsync("github", "verdict", "--plan", Out("plan.json"), "--screen", Out("screen"), "--out", Out("verdict"))).ExitCode);
    }

    [Fact]
    public async Task A_pull_request_that_changes_no_program_has_an_empty_matrix_and_passes_without_a_round()
    {
        await File.WriteAllTextAsync(Path.Combine(_checkout.Root, "README.md"), "Words.\n");
        _checkout.Commit("documentation only");

        var plan = await RunAsync(["github", "plan", "--base", "HEAD~1", "--head", "HEAD", .. s_selection, "--out", Out("plan.json")]);
        Assert.True(plan.ExitCode == 0, plan.Error);
        Assert.Contains("matrix={\"include\":[]}\nany=false\n", plan.Output);
        Assert.Contains("base and head have the same sources in 2 of 2 cells, so they are not measured", plan.Output);
        Assert.Contains("About 1 min 52 s until the verdict. All jobs together take about 5 runner-minutes.", plan.Output);
        Assert.DoesNotContain("::warning", plan.Error);

        var verdict = await RunAsync("github", "verdict", "--plan", Out("plan.json"), "--screen", Out("screen"), "--out", Out("verdict"));
        Assert.True(verdict.ExitCode == 0, verdict.Error);
        var document = VerdictDocument.File.Read(Path.Combine(Out("verdict"), VerdictDocument.File.Name));
        Assert.Equal([$"hello-minimal/net10.0/workstation/{s_cores}c", $"hello-controllers/net10.0/workstation/{s_cores}c"],
            document.Cells.Select(cell => cell.Cell).Distinct());
        Assert.All(document.Cells, cell => Assert.True(cell is { Identical: true, Verdict: Verdict.Same, Rounds: 0 }));
    }

    // The job that plans decides, too, and the SDK that a commit brings is a program of its author: asked for its version, it would run.
    [Fact]
    public async Task A_plan_runs_no_SDK_that_head_brings()
    {
        var sdk = Directory.CreateDirectory(Path.Combine(_checkout.Root, "brought", "sdk", "10.0.999"));
        await File.WriteAllTextAsync(Path.Combine(sdk.FullName, "dotnet.dll"), "no program");
        await File.WriteAllTextAsync(Path.Combine(_checkout.Root, "workloads", "global.json"),
            """{ "sdk": { "version": "10.0.999", "paths": ["../brought"] } }""");
        _checkout.Commit("brings an SDK");
        _checkout.Git("checkout", "-q", "--detach", "HEAD~1");

        var plan = await RunAsync(["github", "plan", "--base", "HEAD", "--head", "main", .. s_selection, "--out", Out("plan.json")]);

        Assert.True(plan.ExitCode == 0, plan.Error);
        Assert.Contains("\nany=true\n", plan.Output);
    }

    [Fact]
    public async Task A_pull_request_that_deletes_a_workload_is_incomplete_whatever_the_others_say()
    {
        Directory.Delete(Path.Combine(_checkout.Root, "workloads", "ControllersApi"), recursive: true);
        _checkout.Commit("drops a workload");
        _checkout.Git("checkout", "-q", "--detach", "HEAD~1");

        var plan = await RunAsync(["github", "plan", "--base", "HEAD", "--head", "main", .. s_selection, "--out", Out("plan.json")]);
        Assert.True(plan.ExitCode == 0, plan.Error);
        Assert.Contains($"- **missing**: hello-controllers/net10.0/workstation/{s_cores}c: base measures it, and head, main (", plan.Output);

        var verdict = await RunAsync("github", "verdict", "--plan", Out("plan.json"), "--screen", Out("screen"), "--out", Out("verdict"));
        Assert.Equal(3, verdict.ExitCode);
        var document = VerdictDocument.File.Read(Path.Combine(Out("verdict"), VerdictDocument.File.Name));
        Assert.Equal([false, true], document.Cells.OrderBy(cell => cell.Dropped).Select(cell => cell.Dropped).Distinct());
    }

    private async Task DamagedProgramsAreRefusedAsync()
    {
        Directory.Delete(Out("screen"), recursive: true);
        await File.AppendAllTextAsync(Directory.GetFiles(Out("programs"), "MinimalApi.dll", SearchOption.AllDirectories)[0], "x");
        var damaged = await ScreenAsync();
        Assert.Equal(2, damaged.ExitCode);
        Assert.Contains("is not what was published (its content hash differs)", damaged.Error);
        await File.WriteAllTextAsync(Out("programs/head/programs.json"), (await File.ReadAllTextAsync(
            Out("programs/head/programs.json"))).Replace("\"folder\": \"", "\"folder\": \"../", StringComparison.Ordinal));
        var stray = await ScreenAsync();
        Assert.Equal(2, stray.ExitCode);
        Assert.Contains("points out of the folder", stray.Error);
    }

    private Task<TheProgram.Outcome> ScreenAsync(params string[] options) => _program.RunAsync(
        ["compare", "HEAD~1", "HEAD", "--stage", "screen", "--programs", Out("programs"), .. s_selection,
            "--blocks", $"hello-minimal--net10.0--workstation--{s_cores}c", "--rounds", "3", "--slices", "8", "--warmup", "100ms",
            "--out", Out("screen/screen-g01"), .. options],
        _checkout.Root, ("GITHUB_OUTPUT", Out("output")), ("GITHUB_STEP_SUMMARY", Out("summary")));

    private async Task<string> HashAsync(string file) => Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(Out(file))));

    // An artifact loses the executable bits.
    internal static void AsUploaded(string folder)
    {
        foreach (var file in Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    private string Out(string name) => Path.Combine(_program.Out, name);

    private Task<TheProgram.Outcome> RunAsync(params string[] arguments) =>
        _program.RunAsync(arguments, _checkout.Root, ("GITHUB_OUTPUT", ""), ("GITHUB_STEP_SUMMARY", ""));
}
