using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics.Reference;

/// <summary>PerfMatrix.Statistics against R and its package coin.</summary>
public sealed class ReferenceTests
{
    [Fact]
    public void Signed_rank_tests_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "signedRank"))
        {
            var test = SignedRank.Test(row.Values("x"), row.Value("nullEffect"));
            Assert.Equal(row.Value("greater"), test.Greater, 1e-12);
            Assert.Equal(row.Value("less"), test.Less, 1e-12);
            Assert.Equal(row.Value("twoSided"), test.TwoSided, 1e-12);
        }
    }

    [Fact]
    public void Estimates_and_exact_intervals_equal_those_of_R()
    {
        var rows = ReferenceFile.Rows("base.json", "signedRank").Where(row => row.Value("exact") == 1).ToList();
        Assert.True(rows.Count >= 30);
        foreach (var row in rows)
        {
            Assert.Equal(row.Value("estimate"), HodgesLehmann.Estimate(row.Values("x")), 1e-12);
            var interval = SignedRank.Interval(row.Values("x"), row.Value("confidence"))!.Value;
            Assert.Equal(row.Value("low"), interval.Low, 1e-12);
            Assert.Equal(row.Value("high"), interval.High, 1e-12);
        }
    }

    [Fact]
    public void Signed_rank_tests_with_zeros_and_ties_equal_those_of_coin()
    {
        foreach (var row in ReferenceFile.Rows("coin.json", "pratt"))
        {
            var test = SignedRank.Test(row.Values("x"));
            Assert.Equal(row.Value("greater"), test.Greater, 1e-9);
            Assert.Equal(row.Value("less"), test.Less, 1e-9);
            Assert.Equal(row.Value("twoSided"), test.TwoSided, 1e-9);
        }
    }

    [Fact]
    public void Adjusted_p_values_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "benjaminiHochberg"))
        {
            var adjusted = BenjaminiHochberg.Adjust(row.Values("p"));
            Assert.All(row.Values("adjusted").Zip(adjusted), pair => Assert.Equal(pair.First, pair.Second, 1e-14));
        }
    }

    [Fact]
    public void Wilson_intervals_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "wilson"))
        {
            var interval = WilsonInterval.Of((int)row.Value("successes"), (int)row.Value("trials"), row.Value("confidence"));
            Assert.Equal(row.Value("low"), interval.Low, 1e-12);
            Assert.Equal(row.Value("high"), interval.High, 1e-12);
        }
    }

    [Fact]
    public void Spreads_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "spread"))
        {
            Assert.Equal(row.Value("sd"), Spread.StandardDeviation(row.Values("x")), 1e-12);
            Assert.Equal(1, Spread.Robust(row.Values("x")) / row.Value("robust"), 1e-4); // R rounds the constant to 1.4826.
        }
    }

    [Fact]
    public void Normal_tails_and_quantiles_equal_those_of_R()
    {
        foreach (var row in ReferenceFile.Rows("base.json", "normal"))
            Assert.Equal(1, NormalDistribution.Upper(row.Value("x")) / row.Value("upper"), 1e-12);
        foreach (var row in ReferenceFile.Rows("base.json", "quantile"))
            Assert.Equal(row.Value("z"), NormalDistribution.Quantile(row.Value("p")), 1e-12);
    }

    [Theory]
    [InlineData("base", "signedRank,mannWhitney,benjaminiHochberg,wilson,spread,normal,quantile")]
    [InlineData("coin", "pratt,mannWhitney")]
    public void The_stored_files_are_what_R_says_today(string script, string sections)
    {
        var output = ReferenceFile.RunScript(script + ".R");
        Assert.SkipWhen(output is null, $"Rscript with the packages of {script}.R is not installed (apt install r-base-core r-cran-coin)");
        foreach (var section in sections.Split(','))
        {
            var stored = ReferenceFile.Rows(script + ".json", section).SelectMany(row => row.All).ToList();
            var fresh = ReferenceFile.RowsOf(output, section).SelectMany(row => row.All).ToList();
            Assert.Equal(stored.Select(p => p.Name), fresh.Select(p => p.Name));
            Assert.All(stored.SelectMany(p => p.Values).Zip(fresh.SelectMany(p => p.Values)), pair => Assert.Equal(pair.First, pair.Second, 1e-9));
        }
    }
}
