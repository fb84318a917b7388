using PerfMatrix.Shared.Benchmarks;

namespace PerfMatrix.Tests.Benchmarks;

public sealed class BenchmarkLogTests
{
    private static readonly string[] s_log =
    [
        "// Benchmark: Tasks.Good: Job(Toolchain=InProcessEmitToolchain)",
        "WorkloadActual 1: 1 op, 1000.00 ns, 1.0000 us/op",
        "// Benchmark: Tasks.Bad: Job(Toolchain=InProcessEmitToolchain)",
        "// ! InProcessEmitExecutor, exception: System.Reflection.TargetInvocationException: Exception has been thrown by the target of an "
            + "invocation.",
        " ---> System.InvalidOperationException: there is no server",
        "   at Tasks.Bad()",
        "// Benchmark: Tasks.Last: Job(Toolchain=InProcessEmitToolchain)",
        "System.TimeoutException: too late",
    ];

    [Theory]
    [InlineData("Tasks.Good", null)]
    [InlineData("Tasks.Bad", "System.InvalidOperationException: there is no server")]
    [InlineData("Tasks.Last", "System.TimeoutException: too late")]
    [InlineData("Tasks.Unknown", null)]
    public void The_exception_of_a_benchmark_is_the_innermost_of_its_own_part(string benchmark, string? expected) =>
        Assert.Equal(expected, BenchmarkLog.ExceptionOf(s_log, benchmark + ": Job(Toolchain=InProcessEmitToolchain)"));
}
