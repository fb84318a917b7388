using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

public sealed class CachedFeedTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FakeFeed _feed = new("https://feed", "10.0.12");
    private readonly FixedTime _time = new(new DateTimeOffset(2026, 11, 21, 8, 30, 0, TimeSpan.Zero));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_fresh_answer_is_not_asked_for_again_even_by_another_process()
    {
        await Cached().VersionsAsync("pack", CancellationToken.None);
        _time.Now += TimeSpan.FromHours(5.9);

        var again = await Cached().VersionsAsync("pack", CancellationToken.None);

        Assert.Equal("10.0.12", Assert.Single(again.Versions).ToString());
        Assert.Equal(1, _feed.Questions);
    }

    [Fact]
    public async Task An_old_answer_is_asked_for_again()
    {
        await Cached().VersionsAsync("pack", CancellationToken.None);
        _time.Now += TimeSpan.FromHours(6);

        await Cached().VersionsAsync("pack", CancellationToken.None);

        Assert.Equal(2, _feed.Questions);
    }

    [Fact]
    public async Task An_answer_from_the_future_is_asked_for_again()
    {
        await Cached().VersionsAsync("pack", CancellationToken.None);
        _time.Now -= TimeSpan.FromDays(1);

        await Cached().VersionsAsync("pack", CancellationToken.None);

        Assert.Equal(2, _feed.Questions);
    }

    [Fact]
    public async Task An_old_answer_serves_while_the_feed_is_unreachable_and_says_so()
    {
        await Cached().VersionsAsync("pack", CancellationToken.None);
        _time.Now += TimeSpan.FromDays(30);
        _feed.Failure = "https://feed could not be read: no route to host";

        var answer = await Cached().VersionsAsync("pack", CancellationToken.None);

        Assert.Equal("10.0.12", Assert.Single(answer.Versions).ToString());
        Assert.Equal("https://feed could not be read: no route to host; what https://feed said at 2026-11-21 08:30 UTC is used", answer.Warning);
    }

    [Fact]
    public async Task Without_an_answer_the_failure_is_passed_on()
    {
        _feed.Failure = "no";
        await Assert.ThrowsAsync<FeedException>(() => Cached().VersionsAsync("pack", CancellationToken.None));
    }

    [Theory]
    [InlineData("")]
    [InlineData("{ half")]
    [InlineData("null")]
    public async Task A_damaged_file_is_as_good_as_none(string content)
    {
        await Cached().VersionsAsync("pack", CancellationToken.None);
        await File.WriteAllTextAsync(Directory.GetFiles(_folder.Root).Single(), content, CancellationToken.None);

        Assert.Single((await Cached().VersionsAsync("pack", CancellationToken.None)).Versions);
        Assert.Equal(2, _feed.Questions);
    }

    private CachedFeed Cached() => new(_feed, _folder.Root, RuntimeCatalogue.Freshness, _time);

    private sealed class FixedTime(DateTimeOffset now) : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = now;

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
