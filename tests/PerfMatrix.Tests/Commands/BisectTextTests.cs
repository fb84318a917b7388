using PerfMatrix.Commands;
using PerfMatrix.Drivers;
using PerfMatrix.Measurement.Bisecting;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class BisectTextTests
{
    private static readonly BisectDocument s_empty = new()
    {
        Cell = "hello-minimal/net10.0/server/2c",
        Metric = "throughput",
        Good = new("0000000000", "00000000 Release 1.0"),
        Candidates = [.. Enumerable.Range(1, 4)
            .Select(index => new BisectCandidate($"{index}{index}{index}{index}abcdef", $"{index}{index}{index}{index}abcd Change {index}"))],
        Steps = [],
    };

    [Fact]
    public void Every_end_of_a_search_is_told_with_its_evidence()
    {
        var found = s_empty with { Steps = [Bad(3), Good(1), Bad(2)] };
        var atTheGoodEnd = s_empty with { Steps = [Bad(3), Bad(2), Bad(1), Bad(0)] };
        var among = s_empty with { Steps = [Bad(3), Good(0), Silent(2, BisectAnswer.Skipped), Silent(1, BisectAnswer.Unclear)] };
        var apart = s_empty with { Steps = [Silent(3, BisectAnswer.Unclear)] };

        Approval.Verify(string.Join("\n", new[] { found, atTheGoodEnd, among, apart }.Select(log => BisectText.Of(log, "bisect.json"))), "ends");
    }

    [Fact]
    public void What_was_found_stands_where_the_cause_cannot_be_looked_for_and_a_mistake_of_ours_is_none_of_these() => Assert.Equal(
        [true, true, true, false, false],
        new Exception[] { new UsageException("no room"), new DriverException("gone"), new IOException(), new InvalidOperationException(),
            new OperationCanceledException() }.Select(BisectCommand.MayFail));

    [Fact]
    public void The_commits_of_the_runtime_between_two_builds_come_last()
    {
        var log = s_empty with { Steps = [Bad(3), Good(1), Bad(2)], RuntimeCommits = "https://github.com/dotnet/dotnet/compare/aaa1...bbb2" };

        Assert.EndsWith(
            "\nCommits between the two (in dotnet/dotnet the runtime is src/runtime): https://github.com/dotnet/dotnet/compare/aaa1...bbb2\n",
            BisectText.Of(log, "bisect.json"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_same_question_has_the_same_folder() =>
        Assert.Equal("hello-minimal-net10.0-server-2c--throughput--00000000--4444abcd", BisectText.FolderName(s_empty));

    private static BisectEvidence Bad(int index) => new(
        s_empty.Candidates[index].Id, BisectAnswer.Bad, "worse than the margin of 2.6 % on 1 machine, p = 0.0001", 6.25, 4.5, 8.01, 18, "run.json");

    private static BisectEvidence Good(int index) =>
        new(s_empty.Candidates[index].Id, BisectAnswer.Good, "any change is smaller than 5 %", 0.31, -1.2, 1.9, 18, "run.json");

    private static BisectEvidence Silent(int index, BisectAnswer answer) => answer == BisectAnswer.Skipped
        ? new(s_empty.Candidates[index].Id, answer, "head, 3333abcd, does not build\nHello.cs(3,1): error CS1002: ; expected", null, null, null, 0,
            null)
        : new(s_empty.Candidates[index].Id, answer, "suspected to be worse, neither confirmed nor excluded", 2.1, -0.4, 4.9, 30, "run.json");
}
