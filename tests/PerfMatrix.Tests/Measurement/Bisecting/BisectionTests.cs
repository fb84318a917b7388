using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Measurement.Bisecting;

public sealed class BisectionTests : IDisposable
{
    private static readonly BisectDocument s_question = new()
    {
        Cell = "hello-minimal/net10.0/workstation/2c",
        Metric = "throughput",
        Good = new("good", "the good one"),
        Candidates = [.. Enumerable.Range(0, 9).Select(index => new BisectCandidate($"c{index}", $"commit {index}"))],
        Steps = [],
    };

    private readonly TemporaryFolder _folder = new();
    private readonly List<string> _said = [];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_log_holds_every_step_with_its_evidence()
    {
        var log = await Bisection(new Judge(firstBad: 5)).RunAsync(s_question, default);

        Assert.Equal(new FirstBad(5), log.Next);
        Assert.Equal(7.5, log.EvidenceOf(5)!.EffectPercent);
        Assert.Equivalent(log, BisectDocument.File.Find(_folder["bisect.json"]), strict: true);
    }

    [Fact]
    public async Task The_log_says_to_programs_what_was_found()
    {
        await Bisection(new Judge(firstBad: 5)).RunAsync(s_question, default);

        using var log = JsonDocument.Parse(await File.ReadAllTextAsync(_folder["bisect.json"]));
        var verdict = log.RootElement.GetProperty("verdict");
        Assert.Equal("found", verdict.GetProperty("outcome").GetString());
        Assert.Equal("c5", verdict.GetProperty("firstBad")[0].GetString());
        Assert.Equal("c4", verdict.GetProperty("before").GetString());
    }

    [Fact]
    public void The_verdict_names_every_candidate_that_may_be_the_first_bad_one()
    {
        var among = Judged((8, BisectAnswer.Bad), (6, BisectAnswer.Good), (7, BisectAnswer.Skipped)).Verdict;

        Assert.Equal(BisectOutcome.OneOf, among.Outcome);
        Assert.Null(among.Before);
        Assert.Equal(["c7", "c8"], among.FirstBad);
        Assert.Equal("good", Judged((8, BisectAnswer.Bad), (0, BisectAnswer.Bad)).Verdict.Before);
        Assert.Equal(BisectOutcome.Open, s_question.Verdict.Outcome);
        Assert.Equal(BisectOutcome.NothingToFind, Judged((8, BisectAnswer.Unclear)).Verdict.Outcome);
    }

    [Fact]
    public async Task Interrupted_it_goes_on_where_it_was()
    {
        var first = new Judge(firstBad: 5) { InterruptAfter = 2 };
        await Assert.ThrowsAsync<OperationCanceledException>(() => Bisection(first).RunAsync(s_question, default));
        var second = new Judge(firstBad: 5);

        var log = await Bisection(second).RunAsync(s_question, default);

        Assert.Equal(new FirstBad(5), log.Next);
        Assert.Equal(2, first.Judged.Count);
        Assert.Empty(first.Judged.Intersect(second.Judged));
        Assert.Contains(_said, line => line.StartsWith("continuing with 2 steps", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_limit_ends_it_and_it_goes_on_from_there()
    {
        var first = new Judge(firstBad: 5);
        var limited = new Bisection(first, _folder["bisect.json"], _said.Add) { Most = 2 };

        var log = await limited.RunAsync(s_question, default);

        Assert.Equal(2, first.Judged.Count);
        Assert.StartsWith("Not found yet: the search has reached its limit, or failed on the way. The same one goes on with ",
            BisectText.Of(log, "").Split('\n')[1], StringComparison.Ordinal);
        Assert.Equal(new FirstBad(5), (await Bisection(new Judge(firstBad: 5)).RunAsync(s_question, default)).Next);
    }

    [Fact]
    public async Task The_log_of_another_question_is_left_alone()
    {
        await Bisection(new Judge(firstBad: 5)).RunAsync(s_question, default);

        var problem = await Assert.ThrowsAsync<UsageException>(
            () => Bisection(new Judge(5)).RunAsync(s_question with { Metric = "cpuPerRequest" }, default));

        Assert.Contains("is the log of another bisection (of throughput of hello-minimal", problem.Message);
    }

    [Theory]
    [InlineData("{", "not the log of a bisection")]
    [InlineData("""{"schemaVersion":2}""", "schemaVersion is 2")]
    public async Task A_damaged_or_newer_log_is_an_error_that_names_it(string content, string expected)
    {
        await File.WriteAllTextAsync(_folder["bisect.json"], content);

        var problem = await Assert.ThrowsAsync<UsageException>(() => Bisection(new Judge(5)).RunAsync(s_question, default));

        Assert.Contains(_folder["bisect.json"], problem.Message);
        Assert.Contains(expected, problem.Message);
    }

    private static BisectDocument Judged(params (int Candidate, BisectAnswer Answer)[] steps) => s_question with
    {
        Steps = [.. steps.Select(step => new BisectEvidence($"c{step.Candidate}", step.Answer, "", null, null, null, 0, null))],
    };

    private Bisection Bisection(IBisectJudge judge) => new(judge, _folder["bisect.json"], _said.Add);

    private sealed class Judge(int firstBad) : IBisectJudge
    {
        public List<string> Judged { get; } = [];

        public int InterruptAfter { get; init; } = int.MaxValue;

        public Task<BisectEvidence> JudgeAsync(BisectCandidate candidate, CancellationToken cancellation)
        {
            if (Judged.Count == InterruptAfter)
                throw new OperationCanceledException();
            Judged.Add(candidate.Id);
            var isBad = int.Parse(candidate.Id[1..]) >= firstBad;
            return Task.FromResult(new BisectEvidence(
                candidate.Id, isBad ? BisectAnswer.Bad : BisectAnswer.Good, "said the judge", isBad ? 7.5 : 0.2, isBad ? 5 : -1, isBad ? 9
                    : 1, 18, $"{candidate.Id}/run.json"));
        }
    }
}
