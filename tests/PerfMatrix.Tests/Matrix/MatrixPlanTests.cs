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

    private static MatrixPlan PlanOf(Func<RuntimeSelector, string?> unavailable) => MatrixPlan.Of(
        Definitions.Of(Definitions.Small), new PlanRequest("smoke", new AxisChoice(["a"], null, ["workstation"], null), new()), new(2), unavailable);
}
