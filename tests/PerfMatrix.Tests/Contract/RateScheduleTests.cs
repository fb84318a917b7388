using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Contract;

public sealed class RateScheduleTests
{
    [Fact]
    public void The_schedule_of_article_000_asks_for_130500_requests_in_seven_and_a_half_minutes()
    {
        var schedule = RateSchedule.Parse("0..300/20s 300/7m 300..0/10s");
        Assert.Equal(3000 + 126_000 + 1500, schedule.Requests);
        Assert.Equal(TimeSpan.FromSeconds(450), schedule.Duration);
        Assert.Null(schedule.DueAt(schedule.Requests));
    }

    [Fact]
    public void A_constant_rate_spaces_requests_evenly()
    {
        var schedule = RateSchedule.Parse("100/2s");
        for (var i = 0; i < 200; i++)
            Assert.Equal(i * 0.01, schedule.DueAt(i)!.Value.TotalSeconds, 6);
    }

    [Theory]
    [InlineData("0..300/20s 300/7m 300..0/10s")]
    [InlineData("10/1s,0/5s,20/1s")]
    [InlineData("5..1/500ms 0..7/3s")]
    public void Due_times_never_go_back_and_follow_the_rate(string text)
    {
        var schedule = RateSchedule.Parse(text);
        var last = TimeSpan.Zero;
        for (var i = 0L; i < schedule.Requests; i++)
        {
            var due = schedule.DueAt(i)!.Value;
            Assert.InRange(due, last, schedule.Duration);
            last = due;
        }
    }

    [Fact]
    public void Half_of_a_ramp_from_zero_is_due_at_the_root_of_one_half()
    {
        var schedule = RateSchedule.Parse("0..200/10s");
        Assert.Equal(10 * Math.Sqrt(0.5), schedule.DueAt(500)!.Value.TotalSeconds, 6);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(5, 50)]
    [InlineData(10, 100)]
    [InlineData(12, 100)]
    [InlineData(15, 0)]
    [InlineData(29, 0)]
    [InlineData(30, 20)]
    [InlineData(31, 0)]
    public void The_rate_at_a_time_is_that_of_its_segment(double seconds, double rate) =>
        Assert.Equal(rate, RateSchedule.Parse("0..100/10s 100/5s 0/15s 20/1s").RateAt(TimeSpan.FromSeconds(seconds)), 6);

    [Theory]
    [InlineData("")]
    [InlineData("300")]
    [InlineData("300/7")]
    [InlineData("a..b/7s")]
    [InlineData("1..2..3/7s")]
    [InlineData("-5/7s")]
    [InlineData("300/0s")]
    public void What_is_not_a_schedule_is_refused_with_an_example(string text)
    {
        var error = Assert.Throws<FormatException>(() => RateSchedule.Parse(text));
        Assert.Contains("0..300/20s", error.Message);
    }
}
