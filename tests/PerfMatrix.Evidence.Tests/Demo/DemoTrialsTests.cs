using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.History;

namespace PerfMatrix.Evidence.Tests.Demo;

public sealed class DemoTrialsTests
{
    private static readonly DemoOptions s_small = new(Runs: 700, Cells: 16, Seed: 21);

    /// <summary>The goal of alerts: among 20 histories at most one false issue.</summary>
    [Fact]
    [Trait("kind", "slow")]
    public void Over_20_seeds_every_step_is_found_no_history_misleads_and_at_most_one_issue_is_false()
    {
        var told = new Dictionary<int, DemoScore>();
        var trials = DemoTrials.Run(s_small, 20, told.Add, TestContext.Current.CancellationToken);

        Assert.Equal(Enumerable.Range(21, 20), told.Keys.Order());
        Assert.Equal(trials.Scores, told.OrderBy(entry => entry.Key).Select(entry => entry.Value));
        Assert.InRange(trials.Within!.Value.Trials, 40, 1_000);
        Assert.Equal(trials.Within.Value.Trials, trials.Within.Value.Successes);
        Assert.InRange(trials.Scores.Sum(score => score.Issues.All), 20, 1_000);
        Assert.True(trials.Scores.Sum(score => score.Issues.False) <= 1, trials.ToText());
        Assert.Equal((0, 20), (trials.Misleading!.Value.Successes, trials.Misleading.Value.Trials));
    }

    /// <summary>The same history as the command writes, whose files were all made.</summary>
    [Fact]
    public void A_trial_is_the_history_that_its_seed_writes()
    {
        var (_, store, truth) = DemoHistoryTests.Demo(s_small with { Runs = 300 });

        var score = Assert.Single(DemoTrials.Run(s_small with { Runs = 300 }, 1, (_, _) => { }, TestContext.Current.CancellationToken).Scores);

        Assert.Equal(DemoScore.Of(truth, store).Sentence, score.Sentence);
    }

    [Fact]
    public void Rates_are_stated_with_the_interval_that_their_number_allows()
    {
        var found = new DemoScore(Steps: 10, Found: 10, Within: 9, Drifts: 1, DriftsFound: 1, False: []) { Issues = (7, 1) };
        var trials = new DemoTrials([.. Enumerable.Repeat(found, 20)]);

        Assert.Equal(
            """
            steps marked at their place: 200 of 200, 100 % (98.1 to 100 %)
            steps marked within 5 runs: 180 of 200, 90 % (85.1 to 93.4 %)
            drifts marked: 20 of 20, 100 % (83.9 to 100 %)
            histories with more than 1 false mark: 0 of 20, 0 % (0 to 16.1 %)
            false marks: 0, 0.00 a history
            issues that alerts would open: 140, of them false: 20

            """,
            trials.ToText());
    }

    [Fact]
    public void A_false_mark_is_named_with_what_it_rests_on()
    {
        ChangeMember Member(int cell, double percent) => new(cell, "peakRss", 614, "worse", percent, 5, 616);
        ChangeGroup Mark(params ChangeMember[] members) =>
            new("id", 614, null, "run", default, null, null, null, 616, "commit", [], "worse", 2, members);
        var score = new DemoScore(Steps: 10, Found: 10, Within: 10, Drifts: 1, DriftsFound: 1,
            False: [Mark(Member(33, 2.7)), Mark([.. Enumerable.Range(1, 5).Select(cell => Member(cell, -1.5))])]);

        Assert.EndsWith(
            "2 false marks (at 614: cell 33 peakRss +2.7 % found at 616; at 614: cell 1 peakRss -1.5 % found at 616, cell 2 peakRss -1.5 % found "
                + "at 616, cell 3 peakRss -1.5 % found at 616 and 2 more).",
            score.Sentence,
            StringComparison.Ordinal);
        Assert.EndsWith("1 of 1 drifts, 0 false marks.", (score with { False = [] }).Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_states_the_rates_and_writes_nothing()
    {
        var output = new StringWriter();

        var line = new RootCommand
        {
            HistoryCommand.Create(new(new TestConsole().Console), HistoryDemoCommand.Create()),
        }.Parse(["history", "demo", "--seeds", "2", "--runs", "30", "--cells", "2", "--seed", "5", "--without-changes"]);
        var exit = await line.InvokeAsync(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Output = output,
        }, TestContext.Current.CancellationToken);

        Assert.Equal(0, exit);
        Assert.Contains("2 histories of 2 cells x 30 runs, seeds 5 to 6:\nhistories with more than 1 false mark: 0 of 2, 0 % (0 to 65.8 %)\n",
            output.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("steps marked", output.ToString(), StringComparison.Ordinal);
    }
}
