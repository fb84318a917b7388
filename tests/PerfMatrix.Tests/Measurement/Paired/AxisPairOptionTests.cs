using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class AxisPairOptionTests
{
    [Theory]
    [InlineData("net8.0..net10.0", "net8.0", "net10.0")]
    [InlineData("net10.0@10.0.11..net10.0@10.0.14", "net10.0@10.0.11", "net10.0@10.0.14")]
    public void A_range_of_runtimes_asks_for_both(string text, string from, string to)
    {
        var (range, request) = AxisPairOption.TakeFrom(Request(new(Runtime: [text])));

        Assert.Equal(new AxisValuePair("runtime", from, to), range);
        Assert.Equal([from, to], request.Axes.Runtime);
        Assert.Null(request.Axes.Gc);
    }

    [Fact]
    public void A_range_of_legs_leaves_the_other_axes_alone()
    {
        var (range, request) = AxisPairOption.TakeFrom(Request(new(Runtime: ["net8.0", "net10.0"], Gc: ["server..datas"])));

        Assert.Equal(new AxisValuePair("gc", "server", "datas"), range);
        Assert.Equal(["net8.0", "net10.0"], request.Axes.Runtime);
        Assert.Equal(["server", "datas"], request.Axes.Gc);
    }

    [Fact]
    public void Without_a_range_the_request_stays_as_it_is()
    {
        var request = Request(new(Runtime: ["net8.0"], Gc: ["server"]));

        Assert.Equal((null, request), AxisPairOption.TakeFrom(request));
    }

    [Fact]
    public void What_is_not_one_range_of_two_values_is_refused()
    {
        AxisChoice[] wrong =
        [
            new(Runtime: ["net8.0.."]), new(Runtime: ["..net8.0"]), new(Runtime: ["net8.0..net8.0"]), new(Runtime: ["net8.0..net9.0..net10.0"]),
            new(Runtime: ["net8.0..net10.0", "net9.0"]), new(Runtime: ["net8.0..net10.0"], Gc: ["server..datas"]), new(Scenario: ["a..b"]), new(Cores: ["1..2"]),
        ];

        Assert.All(wrong, axes => Assert.Throws<UsageException>(() => AxisPairOption.TakeFrom(Request(axes))));
    }

    private static PlanRequest Request(AxisChoice axes) => new("smoke", axes, new MeasureDefaults());
}
