using BenchmarkDotNet.Attributes;

namespace PlainBenchmarks;

/// <summary>A project of BenchmarkDotNet that knows nothing of perfmatrix: no proof, no diagnoser of its own, and a case that throws.</summary>
public class Arrays
{
    /// <summary>Length of an array.</summary>
    [Params(2_000_000, 4_000_000)]
    public int Length { get; set; }

    /// <summary>Allocates one.</summary>
    [Benchmark]
    public byte[] Allocate() => new byte[Length];

    /// <summary>Needs what is not there.</summary>
    [Benchmark]
    public int Throws() => throw new InvalidOperationException($"there is no server for {Length} bytes");
}
