using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared;

namespace PerfMatrix.Load.Tests.Conductor;

public sealed class SliceOrderTests
{
    [Theory]
    [InlineData(1, 10)]
    [InlineData(2, 50)]
    [InlineData(3, 60)]
    [InlineData(9, 36)]
    [InlineData(10, 100)]
    public void Every_cycle_holds_every_variant_once(int variants, int cycles)
    {
        var order = SliceOrder.Balanced(variants, cycles, seed: 7).ToList();
        Assert.Equal(variants * cycles, order.Count);
        foreach (var cycle in order.GroupBy(s => s.Cycle))
            Assert.Equal(Enumerable.Range(0, variants), cycle.Select(s => s.Variant).Order());
    }

    [Theory]
    [InlineData(2, 1)]
    [InlineData(4, 1)]
    [InlineData(8, 1)]
    [InlineData(10, 1)]
    [InlineData(3, 2)]
    [InlineData(9, 2)]
    public void Over_whole_groups_every_variant_stands_equally_often_at_every_place_and_behind_every_other(int variants, int rowsPerVariant)
    {
        var cycles = variants * rowsPerVariant * 3;
        var rows = SliceOrder.Balanced(variants, cycles, seed: 11).GroupBy(s => s.Cycle).Select(c => c.Select(s => s.Variant).ToArray()).ToList();
        for (var place = 0; place < variants; place++)
        {
            foreach (var count in rows.CountBy(row => row[place]))
                Assert.Equal(cycles / variants, count.Value);
        }

        var successions = rows.SelectMany(row => row.Zip(row.Skip(1))).CountBy(pair => pair).ToList();
        Assert.Equal(variants * (variants - 1), successions.Count);
        Assert.All(successions, s => Assert.Equal(cycles / variants, s.Value));
    }

    [Fact]
    public void Over_the_rounds_of_a_block_every_variant_is_started_equally_often_before_every_other()
    {
        var rounds = Enumerable.Range(1, 6).Select(round => SliceOrder.OfRound(3, round, seed: 5)).ToList();

        for (var place = 0; place < 3; place++)
            Assert.All(rounds.CountBy(round => round[place]), count => Assert.Equal(2, count.Value));
        Assert.Equal(3, rounds.Count(round => Array.IndexOf(round, 0) < Array.IndexOf(round, 1)));
    }

    [Fact]
    public void The_seed_decides_the_order()
    {
        Assert.Equal(SliceOrder.Balanced(5, 20, 3), SliceOrder.Balanced(5, 20, 3));
        Assert.NotEqual(SliceOrder.Balanced(5, 20, 3), SliceOrder.Balanced(5, 20, 4));
    }

    [Fact]
    public void The_generator_gives_the_published_sequence()
    {
        // First outputs for seed 1234567 as listed for SplitMix64 in the test vectors of several libraries.
        var random = new SplitMix64(1234567);
        Assert.Equal([6457827717110365317UL, 3203168211198807973UL, 9817491932198370423UL], [random.Next(), random.Next(), random.Next()]);
    }
}
