using System.Net;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Rest;

public sealed class RetryRuleTests
{
    private static readonly DateTimeOffset s_now = new(2026, 11, 22, 9, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(1, 0.5)]
    [InlineData(2, 1)]
    [InlineData(5, 8)]
    public void A_failure_is_tried_again_after_a_growing_pause(int attempt, double seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), RetryRule.PauseAfter(new(HttpStatusCode.BadGateway), attempt, s_now, TimeSpan.Zero, chance: 0));

    [Fact]
    public void No_answer_at_all_is_a_failure() =>
    Assert.Equal(TimeSpan.FromSeconds(1), RetryRule.PauseAfter(new(null), 1, s_now, TimeSpan.Zero, chance: 1));

    [Fact]
    public void The_last_attempt_is_the_last() =>
    Assert.Null(RetryRule.PauseAfter(new(HttpStatusCode.BadGateway), RetryRule.Attempts, s_now, TimeSpan.Zero, 0));

    [Fact]
    public void A_used_up_hour_is_waited_for() => Assert.Equal(
        TimeSpan.FromSeconds(121),
            RetryRule.PauseAfter(new(HttpStatusCode.Forbidden, Remaining: 0, Reset: s_now.AddMinutes(2)), 1, s_now, TimeSpan.Zero, 0));

    [Fact]
    public void A_reset_in_the_past_is_no_negative_pause() => Assert.Equal(
        TimeSpan.FromSeconds(1),
            RetryRule.PauseAfter(new(HttpStatusCode.TooManyRequests, Remaining: 0, Reset: s_now.AddMinutes(-5)), 1, s_now, TimeSpan.Zero, 0));

    [Fact]
    public void An_hour_that_is_too_long_is_given_up() =>
    Assert.Null(RetryRule.PauseAfter(new(HttpStatusCode.Forbidden, Remaining: 0, Reset: s_now.AddMinutes(40)), 1, s_now, TimeSpan.Zero, 0));

    [Fact]
    public void What_was_waited_before_counts()
    {
        var hour = new AnswerHead(HttpStatusCode.Forbidden, Remaining: 0, Reset: s_now.AddMinutes(2));
        Assert.NotNull(RetryRule.PauseAfter(hour, 1, s_now, TimeSpan.FromMinutes(5), 0));
        Assert.Null(RetryRule.PauseAfter(hour, 1, s_now, TimeSpan.FromMinutes(6), 0));
    }

    [Fact]
    public void Retry_after_is_obeyed() => Assert.Equal(
    TimeSpan.FromSeconds(30), RetryRule.PauseAfter(new(HttpStatusCode.TooManyRequests, TimeSpan.FromSeconds(30)), 3, s_now, TimeSpan.Zero, 0));

    [Fact]
    public void A_secondary_limit_without_a_time_costs_a_minute_and_doubles()
    {
        var limit = new AnswerHead(HttpStatusCode.Forbidden, Remaining: 4000, Message: "You have exceeded a secondary rate limit.");
        Assert.Equal(TimeSpan.FromMinutes(1), RetryRule.PauseAfter(limit, 1, s_now, TimeSpan.Zero, 0));
        Assert.Equal(TimeSpan.FromMinutes(4), RetryRule.PauseAfter(limit, 3, s_now, TimeSpan.Zero, 0));
    }

    [Theory]
    [InlineData(HttpStatusCode.Forbidden)]
    [InlineData(HttpStatusCode.NotFound)]
    [InlineData(HttpStatusCode.Unauthorized)]
    [InlineData(HttpStatusCode.UnprocessableEntity)]
    public void What_is_refused_for_good_is_not_tried_again(HttpStatusCode status) =>
    Assert.Null(RetryRule.PauseAfter(new(status, Remaining: 4000), 1, s_now, TimeSpan.Zero, 0));
}
