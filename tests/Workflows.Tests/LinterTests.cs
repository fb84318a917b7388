namespace Workflows.Tests;

/// <summary>What the linters of the field say, where they are installed.</summary>
public sealed class LinterTests
{
    [Fact]
    public async Task Actionlint_has_nothing_to_say() => AssertSilent(await Tool.RunAsync(Tool.Find("actionlint"), "-no-color"));

    [Fact]
    public async Task Zizmor_has_nothing_to_say_even_when_pedantic() =>
        AssertSilent(await Tool.RunAsync(Tool.Find("zizmor"), "--offline", "--quiet", "--persona", "pedantic", ".github"));

    private static void AssertSilent((int ExitCode, string Said) run) => Assert.True(run.ExitCode == 0, run.Said);
}
