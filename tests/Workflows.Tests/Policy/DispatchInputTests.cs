using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace Workflows.Tests.Policy;

/// <summary>What somebody asks for in the form of perf-dispatch.yml reaches the tool, through all that the workflow calls.</summary>
public sealed partial class DispatchInputTests
{
    private const string Form = "perf-dispatch.yml";
    private const string Called = "dispatch.yml";
    private const string Argument = "argument";

    private static readonly YamlNode? s_inputs = Workflow.All[Form].Triggers.At("workflow_dispatch", "inputs");

    private static readonly List<Reach> s_reached = [.. Of(Form, s_inputs.Entries().ToDictionary(input => input.Key, input => new[] { input.Key }))];

    public static TheoryData<string> Names => [.. s_inputs.Entries().Select(input => input.Key)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_input_reaches_the_tool(string input) => Assert.Contains(s_reached, reach => reach.Input == input);

    [Theory]
    [InlineData("subset", "--subset", "Measure, Screen, Confirm, Compare")]
    [InlineData("scenario", "--scenario", "Measure, Screen, Confirm, Compare")]
    [InlineData("runtime", "--runtime", "Measure, Screen, Confirm, Compare")]
    [InlineData("runtimes", "--runtime", "Compare")]
    [InlineData("gc", "--gc", "Measure, Screen, Confirm, Compare")]
    [InlineData("gc-modes", "--gc", "Compare")]
    [InlineData("cores", "--cores", "Measure, Screen, Confirm, Compare")]
    [InlineData("rounds", "--rounds", "Measure, Screen, Compare")] // a confirmation takes those of suspects.json, which are the plan's
    [InlineData("duration", "--duration", "Measure, Screen, Confirm, Compare")]
    [InlineData("traces", "--traces", "Confirm, Compare")] // where causes are looked for
    [InlineData("driver", "--driver", "Measure, Screen, Confirm, Compare")]
    [InlineData("profile", "--profile", "Measure, Screen, Confirm, Compare")]
    public void What_is_asked_for_reaches_every_step_that_measures_it(string input, string option, string steps) =>
        Assert.Equal(steps.Split(", ").Order(StringComparer.Ordinal), Steps(reach => reach.Command is "run" or "compare", input, option));

    [Theory]
    [InlineData("driver", "--driver")]
    [InlineData("profile", "--profile")]
    [InlineData("rounds", "--rounds")]
    public void What_is_asked_for_reaches_the_plan(string input, string option) =>
        Assert.NotEmpty(Steps(reach => reach.Command == "github plan", input, option));

    /// <summary>The commands that plan, build and measure have subsets of their own where none is given, which are not the same.</summary>
    [Fact]
    public void An_empty_subset_is_one_and_the_same_in_every_job()
    {
        var used = Regex.Matches(File.ReadAllText(Checkout.File(".github", "workflows", Called)), @"inputs\.subset\b[^}]*");

        Assert.Equal(4, used.Count);
        Assert.All(used, use => Assert.Equal("inputs.subset || 'smoke' ", use.Value));
    }

    /// <summary>A value of another type, or for an input that is not there, makes the whole file invalid.</summary>
    [Fact]
    public void What_the_form_that_init_writes_asks_for_is_handed_on_as_the_type_that_is_taken()
    {
        var form = Workflow.Written[Form];
        var asked = form.Triggers.At("workflow_dispatch", "inputs").Entries().ToList();
        var (given, taken) = (Assert.Single(form.Jobs).Node.At("with"), Workflow.All[Called].Triggers.At("workflow_call", "inputs"));

        Assert.Contains(asked, input => input.Key == "traces");
        Assert.All(asked, input => Assert.Equal(($"${{{{ inputs.{input.Key} }}}}", taken.Text(input.Key, "type")),
            (given.Text(input.Key), input.Value.Text("type"))));
    }

    [Fact]
    public void Two_values_of_either_axis_are_compared_in_one_job_without_a_plan()
    {
        var jobs = Workflow.All[Called].Jobs.ToDictionary(job => job.Name);

        Assert.Equal("inputs.base == '' && (inputs.runtimes != '' || inputs.gc-modes != '')", jobs["values"].Node.Text("if"));
        Assert.Equal("inputs.base == '' && inputs.runtimes == '' && inputs.gc-modes == ''",
            Assert.Single(jobs["plan"].Steps, step => step.Text("id") == "plan").Text("if"));
    }

    /// <summary>Names are given to the checkouts of both sides alone; every later job gets the commits of the plan, and a side that found another one
    /// is refused (ProgramFolder).</summary>
    [Theory]
    [InlineData("base", "${{ steps.base.outputs.commit || steps.parent.outputs.commit }}")]
    [InlineData("head", "${{ steps.head.outputs.commit }}")]
    public void The_commits_that_are_asked_for_are_those_that_are_measured(string input, string commit)
    {
        var jobs = Workflow.All["pull-request.yml"].Jobs.ToDictionary(job => job.Name);

        Assert.Contains(s_reached, reach => reach.Command == "checkout" && reach.Input == input && reach.Step == input);
        Assert.Equal(commit, Assert.Single(Workflow.All["_side.yml"].Jobs).Node.Text("outputs", input));
        Assert.All(["plan", "build-head"], name => Assert.Equal($"${{{{ inputs.{input} }}}}", jobs[name].Node.Text("with", input)));
        Assert.All(["screen", "confirm"],
            name => Assert.Contains($"${{{{ needs.plan.outputs.{input} }}}}", jobs[name].Node.ToString(),
            StringComparison.Ordinal));
        Assert.All(Assert.Single(Workflow.All["_measure.yml"].Jobs).Steps.Where(step => step.Text("name") is "Screen" or "Confirm"),
            step => Assert.Contains("compare \"$BASE\" \"$HEAD\"", step.Text("run"), StringComparison.Ordinal));
    }

    /// <summary>Both sides look for what they are given, and a branch may move on between them; without a head that of the run is compared.</summary>
    [Fact]
    public void Names_of_commits_are_looked_up_once_for_both_sides()
    {
        var compare = Assert.Single(Workflow.All[Called].Jobs, job => job.Name == "compare").Node;

        Assert.Equal(("${{ needs.plan.outputs.base || inputs.base }}", "${{ needs.plan.outputs.head || inputs.head || github.sha }}"),
            (compare.Text("with", "base"), compare.Text("with", "head")));
        Assert.All(["base", "head"], side => Assert.Equal($"${{{{ steps.commits.outputs.{side} }}}}",
            Assert.Single(Workflow.All[Called].Jobs, job => job.Name == "plan").Node.Text("outputs", side)));
    }

    [Fact]
    public void Nothing_is_published_unless_it_is_asked_for()
    {
        var publish = Assert.Single(Workflow.All[Form].Jobs, job => job.Name == "publish");

        Assert.Contains("&& inputs.publish &&", publish.Node.Text("if"), StringComparison.Ordinal);
        Assert.All(Workflow.All[Form].Jobs.Where(job => job.Called == "_history.yml"), job => Assert.Equal(publish.Name, job.Name));
    }

    /// <summary>A plan that asks no feed finds no build, and a build that asks none has no packages; jobs that measure get programs.</summary>
    [Fact]
    public void A_feed_of_daily_builds_reaches_whatever_plans_or_builds_and_is_off_where_nobody_names_one()
    {
        const string Input = "runtime-feed";
        Assert.All([Called, "publish.yml", "_side.yml", "_build.yml", "bisect.yml"], file =>
        {
            var workflow = Workflow.All[file];
            Assert.Equal("", workflow.Triggers.Text("workflow_call", "inputs", Input, "default"));
            Assert.Equal($"${{{{ inputs.{Input} }}}}", (workflow.File.Root.At("env") ?? Assert.Single(workflow.Jobs).Node.At("env"))
                .Text("PERFMATRIX_RUNTIME_FEED"));
        });
        var callers = Workflow.All.Where(workflow => workflow.Value.Triggers.Has("workflow_call")).SelectMany(workflow => workflow.Value.Jobs)
            .Where(job => job.Called is "_build.yml" or "_side.yml" or "pull-request.yml").ToList();
        Assert.Equal(["build", "build", "build-head", "compare", "plan"], callers.Select(job => job.Name).Order(StringComparer.Ordinal));
        Assert.All(callers, job => Assert.Equal($"${{{{ inputs.{Input} }}}}", job.Node.Text("with", Input)));
        Assert.All([Form, "perf-main.yml", "perf-bisect.yml"],
            file => Assert.Equal("${{ vars.PERF_RUNTIME_FEED }}", Workflow.All[file].Jobs.First().Node.Text("with", Input)));
    }

    private static IEnumerable<string> Steps(Func<Reach, bool> isWanted, string input, string option) =>
        s_reached.Where(reach => isWanted(reach) && reach.Input == input && reach.Option == option).Select(reach => reach.Step).Distinct()
        .Order(StringComparer.Ordinal);

    /// <param name="inputs">Its inputs, each with the inputs of the form that are in it.</param>
    private static IEnumerable<Reach> Of(string file, IReadOnlyDictionary<string, string[]> inputs)
    {
        var workflow = Workflow.All[file];
        foreach (var job in workflow.Jobs)
        {
            if (job.Called is { } called)
            {
                foreach (var reach in Of(called, Followed(job.Node.At("with"), inputs)))
                    yield return reach;
            }

            foreach (var checkout in job.Steps.Select(step => new Step("", step)).Where(step => step.Is("actions/checkout")))
            {
                foreach (var input in Followed(checkout.Node.At("with"), inputs).Where(value => value.Key == "ref").SelectMany(value => value.Value))
                    yield return new(checkout.Name, "checkout", "ref", input);
            }

            foreach (var step in job.Steps.Where(step => new Step("", step).Call is not null))
            {
                YamlNode?[] environments = [workflow.File.Root.At("env"), job.Node.At("env"), step.At("env")];
                var variables = environments.SelectMany(environment => Followed(environment, inputs))
                    .ToLookup(variable => variable.Key, variable => variable.Value);
                foreach (var (command, option, variable) in Options(new Step("", step).Call!))
                {
                    foreach (var input in variables[variable].SelectMany(names => names))
                        yield return new(step.Text("name") ?? job.Name, command, option, input);
                }
            }
        }
    }

    /// <summary>Names with a value that has inputs in it, each with the inputs of the form that are in those.</summary>
    private static Dictionary<string, string[]> Followed(YamlNode? values, IReadOnlyDictionary<string, string[]> inputs) =>
        values.Entries().ToDictionary(value => value.Key, value => inputs.Where(input => Regex.IsMatch(
            value.Value.ToString(), $@"\binputs\.{Regex.Escape(input.Key)}(?![\w-])")).SelectMany(input => input.Value).ToArray());

    /// <summary>The variables in a call of the tool, each with its command and option.</summary>
    private static IEnumerable<(string Command, string Option, string Variable)> Options(string run)
    {
        var words = run.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        var command = string.Join(' ', words.TakeWhile(word => CommandName().IsMatch(word)));
        return words.Index()
            .Where(word => word.Item.StartsWith("\"$", StringComparison.Ordinal))
            .Select(word => (command, words[word.Index - 1].StartsWith("--", StringComparison.Ordinal) ? words[word.Index - 1]
                : Argument, word.Item.Trim('"', '$')));
    }

    [GeneratedRegex("^[a-z]+$")]
    private static partial Regex CommandName();

    /// <summary>An input of the form in a call of the tool.</summary>
    private sealed record Reach(string Step, string Command, string Option, string Input);
}
