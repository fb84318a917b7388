using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Gate;

public sealed class AcknowledgementTests
{
    private static readonly DateOnly Today = new(2026, 9, 1);
    private static readonly Acknowledgement Entry = new("hello/net10.0/*", "throughput", "new header check, #12", Today, "crank/acknowledged.yml:3");
    private static readonly Subject[] Known =
        [new("hello/net10.0/server/2c", "hello", "throughput"), new("hello/net8.0/server/2c", "hello", "throughput")];

    [Fact]
    public void An_entry_that_still_holds_is_accepted() => Acknowledgements.Require([Entry], Today, Known);

    [Theory]
    [InlineData("expired")]
    [InlineData("no cell")]
    [InlineData("no metric")]
    [InlineData("no reason")]
    public void An_entry_that_nobody_would_miss_is_refused(string fault)
    {
        var (entry, complaint) = fault switch
        {
            "expired" => (Entry with { Expires = Today.AddDays(-1) }, "expired on 2026-08-31"),
            "no cell" => (Entry with { Cell = "hello/net7.0/*" }, "matches no cell and metric"),
            "no metric" => (Entry with { Metric = "peakRss" }, "matches no cell and metric"),
            _ => (Entry with { Reason = " " }, "gives no reason"),
        };
        var error = Assert.Throws<UsageException>(() => Acknowledgements.Require([Entry, entry], Today, Known));
        Assert.StartsWith("crank/acknowledged.yml:3: ", error.Message, StringComparison.Ordinal);
        Assert.Contains(complaint, error.Message, StringComparison.Ordinal);
    }

    /// <summary>The matrix of this repository has millions of subjects.</summary>
    [Fact]
    public void Subjects_are_read_once_and_no_further_than_the_last_entry_needs()
    {
        var read = 0;
        var many = Enumerable.Repeat(Known, 1000).SelectMany(subjects => subjects).Select(subject =>
        {
            read++;
            return subject;
        });

        Acknowledgements.Require([Entry, Entry with { Cell = "hello/net8.0/*", Position = "crank/acknowledged.yml:4" }], Today, many);

        Assert.InRange(read, 2, 3);
    }

    [Fact]
    public void Only_worse_verdicts_that_an_entry_covers_are_excused()
    {
        SubjectVerdict Of(Subject subject, Verdict verdict) => new(subject, Stage.Confirm) { Verdict = verdict, Rounds = 18 };
        var verdicts = Acknowledgements.Apply([Of(Known[0], Verdict.Worse), Of(Known[1], Verdict.Worse), Of(Known[0], Verdict.Unknown)], [Entry]);
        Assert.Equal([Entry.Reason, null, null], verdicts.Select(v => v.Acknowledged));
    }

    [Fact]
    public void A_cell_that_head_dropped_is_excused_by_an_entry_for_that_alone()
    {
        var missing = new SubjectVerdict(Known[0], Stage.Whole) { Reason = "missing", Dropped = true };
        var entry = Entry with { Metric = Acknowledgement.Dropped };
        string? Excuse(SubjectVerdict verdict, Acknowledgement by) => Assert.Single(Acknowledgements.Apply([verdict], [by])).Acknowledged;

        Assert.Equal(Entry.Reason, Excuse(missing, entry));
        Assert.Null(Excuse(missing, Entry));
        Assert.Null(Excuse(missing with { Dropped = false }, entry));
        Assert.Null(Excuse(missing with { Dropped = false, Verdict = Verdict.Worse }, entry));
        Assert.Equal([Outcome.Incomplete, Outcome.Pass], new[] { missing, missing with { Acknowledged = "planned" } }
            .Select(verdict => Outcomes.Of([verdict])));
    }

    [Fact]
    public void An_entry_for_a_dropped_cell_outlives_the_cell_in_the_matrix_until_it_expires()
    {
        var gone = Entry with { Cell = "gone/*", Metric = Acknowledgement.Dropped };
        Acknowledgements.Require([gone], Today, Known);
        Assert.Throws<UsageException>(() => Acknowledgements.Require([gone with { Expires = Today.AddDays(-1) }], Today, Known));
    }

    [Theory]
    [InlineData("*", "anything", true)]
    [InlineData("hello*2c", "hello/net10.0/server/2c", true)]
    [InlineData("hello*server*", "hello/net10.0/server/2c", true)]
    [InlineData("hello", "hello/net10.0", false)]
    [InlineData("*aab", "aaab", true)]
    [InlineData("a*b*c", "abbc", true)]
    [InlineData("a*b*c", "acb", false)]
    [InlineData("", "", true)]
    [InlineData("**", "", true)]
    [InlineData("Hello*", "hello", false)]
    public void A_star_stands_for_any_text(string pattern, string text, bool expected) => Assert.Equal(expected, Wildcard.Matches(pattern, text));
}
