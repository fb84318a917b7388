using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>What the linters of the field say, where they are installed.</summary>
public sealed class LinterTests
{
    [Fact]
    public async Task Actionlint_has_nothing_to_say() => AssertSilent(await Tool.RunAsync(Tool.Find("actionlint"), "-no-color"));

    [Fact]
    public async Task Zizmor_has_nothing_to_say_even_when_pedantic() =>
        AssertSilent(await Tool.RunAsync(Tool.Find("zizmor"), "--offline", "--quiet", "--persona", "pedantic", ".github", "action.yml"));

    [Theory]
    [InlineData("act", "act,actionlint", true)]
    [InlineData("actionlint", "act, actionlint", true)]
    [InlineData("zizmor", "act,actionlint", false)]
    [InlineData("act", "", false)]
    [InlineData("act", null, false)]
    public void A_tool_is_required_where_it_is_named(string name, string? required, bool expected) =>
    Assert.Equal(expected, Tool.IsRequired(name, required));

    [Fact]
    public void Continuous_integration_requires_what_it_installs()
    {
        var steps = Workflow.All["ci.yml"].Jobs.SelectMany(job => job.Steps).Select(step => new Step("ci.yml", step)).ToList();
        var installed = steps.Where(step => step.Run?.StartsWith("go install ", StringComparison.Ordinal) == true)
            .Select(step => step.Run!.Split('@')[0].Split('/')[^1]).ToList();

        Assert.Equal(["act", "actionlint"], installed.Order(StringComparer.Ordinal));
        Assert.All(installed, tool => Assert.Contains(steps, step => Tool.IsRequired(tool, Yaml.Text(step.Node, "env", Tool.Required))));
    }

    private static void AssertSilent((int ExitCode, string Said) run) => Assert.True(run.ExitCode == 0, run.Said);
}
