using PerfMatrix.Configuration;

namespace PerfMatrix.Tests.Configuration;

public sealed class DurationTextTests
{
    [Theory]
    [InlineData("20ms", 20)]
    [InlineData("1.5s", 1500)]
    [InlineData("2 s", 2000)]
    [InlineData("7m", 420_000)]
    public void A_number_with_a_unit_is_a_length_of_time(string text, double milliseconds)
    {
        Assert.True(DurationText.TryParse(text, out var duration));
        Assert.Equal(milliseconds, duration.TotalMilliseconds);
    }

    [Theory]
    [InlineData("20")]
    [InlineData("ms")]
    [InlineData("-1s")]
    [InlineData("1,5s")]
    [InlineData("1h")]
    [InlineData("99999999999m")]
    public void Anything_else_is_not(string text) => Assert.False(DurationText.TryParse(text, out _));

    [Fact]
    public void What_is_written_reads_back()
    {
        foreach (var milliseconds in new[] { 0, 1, 20, 999, 1000, 1500, 60_000, 90_000, 3_600_000 })
        {
            var duration = TimeSpan.FromMilliseconds(milliseconds);

            Assert.True(DurationText.TryParse(DurationText.Format(duration), out var read));
            Assert.Equal(duration, read);
        }
    }

    [Theory]
    [InlineData(-1, "0 s")]
    [InlineData(0.6, "1 s")]
    [InlineData(59, "59 s")]
    [InlineData(65, "1 min 5 s")]
    [InlineData(3599.7, "1 h 0 min")]
    [InlineData(11_100, "3 h 5 min")]
    public void Durations_for_people_are_rounded(double seconds, string text) => Assert.Equal(text, Durations.Text(TimeSpan.FromSeconds(seconds)));
}
