namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The commands of the README are run as they stand there.</summary>
[Collection("end to end")]
public sealed class ReadmeTests : IDisposable
{
    private readonly TheProgram _program = new();

    public static TheoryData<string> Commands => [.. Examples()];

    public void Dispose() => _program.Dispose();

    [Theory]
    [MemberData(nameof(Commands))]
    public async Task Every_command_of_the_README_works(string command)
    {
        var words = command.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var script = Path.Combine(TheProgram.Root, words[0]);
        Assert.True(File.GetUnixFileMode(script).HasFlag(UnixFileMode.UserExecute), $"{words[0]} is not executable");
        if (words[0] != "scripts/perfmatrix")
            return;

        var outcome = await _program.RunAsync(Affordable(words[1..]));
        Assert.True(outcome.ExitCode == 0, $"{command} ended with code {outcome.ExitCode}: {outcome.Error}{outcome.Output}");
    }

    [Fact]
    public void The_README_shows_how_to_run_and_how_to_test()
    {
        Assert.Contains("scripts/perfmatrix run", Examples());
        Assert.Contains("scripts/test", Examples());
    }

    // Measuring takes minutes, and A_run_measures_a_cell... does it for real; here the same options are planned. A report needs a run: the stored sample.
    // CompareTests and BisectTests compare and bisect for real, in a repository of their own.
    // A selftest takes minutes to hours, and its parts have tests of their own; here it is asked for its help.
    // A server runs until it is ended, and publishing needs a run and a remote; the browser tests and GitPublishTests do both.
    private static string[] Affordable(string[] arguments) => arguments switch
    {
        ["run", .. var options] => ["plan", .. options],
        ["compare", .. var options] => ["plan", .. options.SkipWhile(option => !option.StartsWith('-')).Select(option => option.Replace("..", ",", StringComparison.Ordinal))],
        ["bisect", ..] => ["bisect", "--help"],
        ["report", "upgrade", .. var options] => ["report", "upgrade", Path.Combine(TheProgram.Root, "reports", "samples", "run.json"), .. options],
        ["report", .. var options] => ["report", Path.Combine(TheProgram.Root, "reports", "samples", "run.json"), .. options],
        ["selftest", .. var options] => ["selftest", .. options, "--help"],
        ["site", ..] or ["publish", ..] => [.. arguments, "--help"],
        _ => arguments,
    };

    private static IEnumerable<string> Examples() => File.ReadAllText(Path.Combine(TheProgram.Root, "README.md"))
        .Split("```sh\n")[1..]
        .SelectMany(block => block.Split("```")[0].Split('\n'))
        .Select(line => line.Split('#')[0].Trim())
        .Where(line => line.StartsWith("scripts/", StringComparison.Ordinal));
}
