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

    /// <summary>The templates with what <c>init</c> puts into them.</summary>
    [Theory]
    [InlineData("actionlint", "-no-color")]
    [InlineData("zizmor", "--offline", "--quiet", "--persona", "pedantic")]
    public async Task The_linters_have_nothing_to_say_about_what_init_writes(string linter, params string[] options)
    {
        var folder = Directory.CreateTempSubdirectory("perfmatrix-templates-");
        foreach (var (name, written) in Workflow.Written)
        {
            Assert.DoesNotContain("__", written.File.Text, StringComparison.Ordinal);
            File.WriteAllText(Path.Combine(folder.FullName, name), written.File.Text);
        }

        AssertSilent(await Tool.RunAsync(Tool.Find(linter), [.. options, .. Directory.GetFiles(folder.FullName)]));
        folder.Delete(recursive: true);
    }

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
        // What .NET installs is crank, which a variable for each program requires (JobTests).
        var installed = steps.Select(step => step.Run ?? "")
            .Where(run => run.Contains(" install ", StringComparison.Ordinal) && !run.StartsWith("dotnet ", StringComparison.Ordinal))
            .Select(run => run.Split('@', '=')[0].Split('/', ' ')[^1]).ToList();

        Assert.Equal(["act", "actionlint", "zizmor"], installed.Order(StringComparer.Ordinal));
        Assert.All(installed, tool => Assert.Contains(steps, step => Tool.IsRequired(tool, Yaml.Text(step.Node, "env", Tool.Required))));
    }

    private static void AssertSilent((int ExitCode, string Said) run) => Assert.True(run.ExitCode == 0, run.Said);
}
