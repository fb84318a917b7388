using PerfMatrix.Measurement.Bisecting;

namespace PerfMatrix.Tests.Measurement.Bisecting;

public sealed class BisectSearchTests
{
    [Fact]
    public void The_first_bad_candidate_is_found_wherever_it_is()
    {
        for (var count = 1; count <= 40; count++)
        {
            for (var firstBad = 0; firstBad < count; firstBad++)
            {
                var (found, tests) = Search(count, index => index >= firstBad ? BisectAnswer.Bad : BisectAnswer.Good);

                Assert.Equal(new FirstBad(firstBad), found);
                Assert.InRange(tests, 1, 1 + (int)Math.Ceiling(Math.Log2(count + 1)));
            }
        }
    }

    [Fact]
    public void Candidates_without_an_answer_are_stepped_around_and_the_answer_is_never_wrong()
    {
        for (var seed = 0; seed < 3000; seed++)
        {
            var random = new Random(seed);
            var count = random.Next(1, 60);
            var firstBad = random.Next(count);
            var silent = Enumerable.Range(0, count - 1).Where(_ => random.Next(3) == 0).ToHashSet();

            var (found, tests) = Search(
                count, index => silent.Contains(index) ? (BisectAnswer)random.Next(2, 4) : index >= firstBad ? BisectAnswer.Bad : BisectAnswer.Good);

            Assert.InRange(tests, 1, 1 + silent.Count + (int)Math.Ceiling(Math.Log2(count + 1)));
            AssertRight(found, firstBad, silent);
        }
    }

    [Theory]
    [InlineData(BisectAnswer.Good)]
    [InlineData(BisectAnswer.Unclear)]
    [InlineData(BisectAnswer.Skipped)]
    public void A_bad_end_that_is_not_bad_ends_the_search_after_one_test(BisectAnswer answer)
    {
        Assert.Equal((new NotSeparable(), 1), Search(20, _ => answer));
    }

    [Fact]
    public void What_is_known_is_not_asked_again()
    {
        var known = new Dictionary<int, BisectAnswer> { [9] = BisectAnswer.Bad, [4] = BisectAnswer.Good };

        var next = Assert.IsType<TestNext>(BisectSearch.Next(10, known));

        Assert.InRange(next.Candidate, 5, 8);
    }

    private static void AssertRight(BisectStep found, int firstBad, HashSet<int> silent)
    {
        if (found is FirstBad first)
        {
            Assert.Equal(firstBad, first.Candidate);
            return;
        }

        var among = Assert.IsType<AmongThese>(found);
        Assert.InRange(firstBad, among.First, among.Last);
        Assert.All(Enumerable.Range(among.First, among.Last - among.First), index => Assert.Contains(index, silent));
    }

    private static (BisectStep Found, int Tests) Search(int count, Func<int, BisectAnswer> judge)
    {
        var answers = new Dictionary<int, BisectAnswer>();
        while (true)
        {
            var step = BisectSearch.Next(count, answers);
            if (step is not TestNext test)
                return (step, answers.Count);
            answers.Add(test.Candidate, judge(test.Candidate));
        }
    }
}
