using BenchmarkDotNet.Attributes;

namespace PlainBenchmarks;

/// <summary>Collections of one generation each, asked for: the budgets of a collector are another on every machine.</summary>
public class Collections
{
    /// <summary>Three of the youngest.</summary>
    [Benchmark]
    public void Young()
    {
        for (var i = 0; i < 3; i++)
            GC.Collect(0);
    }

    /// <summary>Two of the middle, which take the youngest with them.</summary>
    [Benchmark]
    public void Middle()
    {
        for (var i = 0; i < 2; i++)
            GC.Collect(1);
    }

    /// <summary>One of all.</summary>
    [Benchmark]
    public void Full() => GC.Collect();
}
