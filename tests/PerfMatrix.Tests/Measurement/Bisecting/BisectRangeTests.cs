using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Measurement.Bisecting;

public sealed class BisectRangeTests
{
    private static readonly PlanRequest s_plan = new(
        "compare", new AxisChoice(["hello-minimal"], ["net10.0"], ["server"], ["2"]), new MeasureDefaults());

    [Fact]
    public async Task Commits_after_the_good_one_up_to_the_bad_one_are_compared_with_it()
    {
        using var repository = new ScratchRepository();
        var good = repository.Commit("two");
        var first = repository.Commit("three");
        var bad = repository.Commit("four");

        var range = await BisectRange.OfCommitsAsync(new Revisions(repository.Git), "HEAD~2", "main", s_plan, default);

        Assert.Equal($"{good[..8]} two", range.Good.Title);
        Assert.Equal(
            [(first, $"{first[..8]} three"), (bad, $"{bad[..8]} four")], range.Candidates.Select(candidate => (candidate.Id, candidate.Title)));
        var request = range.Request(range.Candidates[0]);
        Assert.Equal((new SideSource(good), new SideSource(first), null), (request.Base, request.Head, request.Range));
    }

    [Fact]
    public async Task Ends_in_the_wrong_order_are_refused()
    {
        using var repository = new ScratchRepository();
        repository.Commit("two");

        var problem = await Assert.ThrowsAsync<UsageException>(
            () => BisectRange.OfCommitsAsync(new Revisions(repository.Git), "HEAD", "HEAD~1", s_plan, default));

        Assert.Contains("--good HEAD (", problem.Message);
        Assert.Contains("is not in the history of --bad HEAD~1", problem.Message);
    }
}
