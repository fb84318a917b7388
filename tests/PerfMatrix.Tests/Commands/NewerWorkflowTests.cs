using System.CommandLine;
using PerfMatrix.Commands;

namespace PerfMatrix.Tests.Commands;

/// <summary>The workflows of a pull request that brings a newer perfmatrix, and the tool of its base.</summary>
public sealed class NewerWorkflowTests
{
    private readonly List<string> _warnings = [];

    [Theory]
    [InlineData("github plan --subset pr --colour red --out plan.json", "github plan --subset pr --out plan.json", "--colour")]
    [InlineData("github plan --colour=red --subset pr", "github plan --subset pr", "--colour")]
    [InlineData("compare a b --colour red", "compare a b", "--colour")]
    [InlineData("github plan --fast --subset pr", "github plan --subset pr", "--fast")]
    public void What_it_says_more_than_the_tool_knows_is_left_out_and_said(string given, string kept, string option)
    {
        Assert.Equal(kept.Split(' '), Known(given, "warn"));
        Assert.Equal($"{option}: not known to this version; left out, because the workflow that gives it is newer", Assert.Single(_warnings));
    }

    [Theory]
    [InlineData("github plan --subset pr --help")]
    [InlineData("compare a b --out x")]
    [InlineData("--version")]
    public void What_is_known_stays(string given)
    {
        Assert.Equal(given.Split(' '), Known(given, "warn"));
        Assert.Empty(_warnings);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("fail")]
    public void Elsewhere_an_unknown_option_is_an_error(string? value) =>
        Assert.Equal("github plan --colour red".Split(' '), Known("github plan --colour red", value));

    private IReadOnlyList<string> Known(string arguments, string? value)
    {
        var root = new RootCommand
        {
            new Command("github", "") { new Command("plan", "") { new Option<string>("--subset"), new Option<string>("--out") } },
            new Command("compare", "") { new Option<string>("--out"), new Argument<string>("base"), new Argument<string>("head") },
        };
        return NewerWorkflow.Known(root, arguments.Split(' '), name => name == NewerWorkflow.Variable ? value : null, _warnings.Add);
    }
}
