namespace PerfMatrix.Tests.Matrix;

/// <summary>GitHub cannot take a list of inputs from a file: an axis is an input of the form and of what it calls, and an option of each of
/// their steps.</summary>
public sealed class AxisInWorkflowsTests
{
    [Theory]
    [InlineData("perf-dispatch.yml", 0)]
    [InlineData("dispatch.yml", 2)]
    [InlineData("pull-request.yml", 0)]
    [InlineData("_side.yml", 2)]
    [InlineData("_measure.yml", 3)]
    public void Every_axis_is_handed_on(string file, int steps)
    {
        var text = File.ReadAllText(Checkout.File($".github/workflows/{file}"));
        Assert.Equal(steps, text.Split("--scenario \"$SCENARIO\"").Length - 1);
        foreach (var axis in Axis.All)
        {
            var input = axis.Option.TrimStart('-');
            var option = $"{axis.Option} \"${input.ToUpperInvariant().Replace('-', '_')}\"";
            Assert.True(text.Contains($"\n      {input}:", StringComparison.Ordinal), $"{file}: take an input {input}");
            Assert.True(text.Contains($"inputs.{input} ", StringComparison.Ordinal), $"{file}: hand the input {input} on");
            Assert.True(text.Split(option).Length - 1 == steps, $"{file}: expected {option} beside every --scenario");
        }
    }
}
