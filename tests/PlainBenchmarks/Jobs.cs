using BenchmarkDotNet.Attributes;

namespace PlainBenchmarks;

/// <summary>One method that is measured by two jobs.</summary>
[SimpleJob(invocationCount: 16, id: "Often"), SimpleJob(invocationCount: 1, id: "Seldom")]
public class Jobs
{
    /// <summary>Allocates an array.</summary>
    [Benchmark]
    public byte[] Allocate() => new byte[100_000];
}
