namespace PerfMatrix.Tests.Matrix;

public sealed class MatrixPlanTests
{
    [Theory]
    [InlineData("2026-11-10", "")]
    [InlineData("2026-11-11", "net8.0 has been out of support since 2026-11-10.")]
    [InlineData("2030-01-01", "net8.0 has been out of support since 2026-11-10. net10.0 has been out of support since 2028-11-14.")]
    public void A_runtime_that_is_measured_past_its_support_is_noted(string day, string notes)
    {
        var plan = PlanOf(unavailable: _ => null);

        Assert.Equal(notes, string.Join(' ', plan.OutOfSupport(DateOnly.Parse(day))));
    }

    [Fact]
    public void A_runtime_that_cannot_be_measured_is_not() =>
        Assert.Empty(PlanOf(runtime => runtime.Framework == "net8.0" ? "not in the feed" : null).OutOfSupport(new(2027, 1, 1)));

    /// <summary>The articles counted from the first requests on. What is warmed up says so in its name; the burst is an experiment of our
    /// own.</summary>
    [Theory]
    [InlineData("articles")]
    [InlineData("articles-short")]
    public void Scenarios_of_articles_about_memory_have_no_warm_up(string subset)
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new PlanRequest(subset, new AxisChoice(), new()), new(2), _ => null);
        string[] articles = ["datas-", "values-zero", "large-json-"];
        var blocks = plan.Plan.Blocks
            .Where(block => Array.Exists(articles, article => block.Scenario.StartsWith(article, StringComparison.Ordinal)))
            .ToLookup(block => !block.Scenario.EndsWith("-warm", StringComparison.Ordinal) && block.Scenario != "values-zero-burst");

        Assert.NotEmpty(blocks[true]);
        Assert.All(blocks[true], block => Assert.Equal(TimeSpan.Zero, plan.MeasureOf(block).MaximumWarmup));
        Assert.NotEmpty(blocks[false]);
        Assert.All(blocks[false], block => Assert.NotEqual(TimeSpan.Zero, plan.MeasureOf(block).MinimumWarmup));
    }

    /// <summary>The experiment on large values set no GC variable, so it ran with what ships.</summary>
    [Theory]
    [InlineData("articles")]
    [InlineData("articles-short")]
    public void Large_values_are_measured_with_the_gc_that_ships(string subset)
    {
        var plan = MatrixPlan.Of(Definitions.Checkout, new PlanRequest(subset, new AxisChoice(), new()), new(2), _ => null);
        var cells = plan.Plan.Cells.Where(cell => cell.Cell.Scenario.StartsWith("large-json-", StringComparison.Ordinal)).ToList();

        Assert.NotEmpty(cells);
        Assert.All(cells, cell => Assert.Equal("default", cell.Cell.Gc));
    }

    private static MatrixPlan PlanOf(Func<RuntimeSelector, string?> unavailable) => MatrixPlan.Of(
        Definitions.Of(Definitions.Small), new PlanRequest("smoke", new AxisChoice(["a"], null, ["workstation"], null), new()), new(2), unavailable);
}
