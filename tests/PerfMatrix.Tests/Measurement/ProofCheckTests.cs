using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Reported values are those of real processes of 8.0.31, 9.0.20 and 10.0.12 on two CPUs.</summary>
public sealed class ProofCheckTests
{
    [Theory]
    [InlineData("gcServer=0 gcConcurrent=1", "10.0.12", false, "Interactive", "HeapCount=1 GCDynamicAdaptationMode=1")]
    [InlineData("gcServer=0 gcConcurrent=0", "8.0.31", false, "Batch", "HeapCount=1 GCDynamicAdaptationMode=0")]
    [InlineData("gcServer=1 gcConcurrent=1 GCDynamicAdaptationMode=0", "9.0.20", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=0")]
    [InlineData("gcServer=1 gcConcurrent=1 GCDynamicAdaptationMode=1", "10.0.12", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=1")]
    [InlineData("gcServer=1 GCDynamicAdaptationMode=0 GCConserveMemory=5", "10.0.12", true, "Interactive", "GCConserveMem=5 "
        + "GCDynamicAdaptationMode=0")]
    [InlineData("gcServer=1 GCDynamicAdaptationMode=1 GCHeapCount=2", "9.0.20", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=1")]
    [InlineData("gcServer=1 GCDynamicAdaptationMode=1 GCHeapCount=2", "10.0.12", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=0")]
    [InlineData("gcServer=1 GCHeapCount=a", "10.0.12", true, "Interactive", "HeapCount=2")]
    [InlineData("gcServer=1 GCgen0size=4000000", "10.0.12", true, "Interactive", "")]
    [InlineData("", "8.0.31", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=0")]
    [InlineData("", "10.0.12", true, "Interactive", "HeapCount=2 GCDynamicAdaptationMode=1")]
    [InlineData("", "10.0.12", false, "Batch", "HeapCount=1 GCDynamicAdaptationMode=0")]
    public void A_proof_that_agrees_with_the_mode_has_no_contradiction(
    string environment, string version, bool isServer, string latencyMode, string reported) =>
        Assert.Null(ProofCheck.Contradiction(Expect(environment, version), Proof(version, isServer, latencyMode, reported)));

    [Theory]
    [InlineData("gcServer=1", "10.0.12", "10.0.11", true, "Interactive", "", "runtime requested 10.0.12, reported 10.0.11")]
    [InlineData("gcServer=1", "10.0.12", "10.0.12", false, "Interactive", "", "GC requested server, reported workstation")]
    [InlineData("gcServer=0 gcConcurrent=0", "10.0.12", "10.0.12", false, "Interactive", "", "latency mode requested Batch, reported Interactive")]
    [InlineData("gcServer=1 GCDynamicAdaptationMode=0", "9.0.20", "9.0.20", true, "Interactive", "GCDynamicAdaptationMode=1",
        "GCDynamicAdaptationMode requested 0, reported 1")]
    [InlineData("gcServer=1 GCHeapCount=1", "9.0.20", "9.0.20", true, "Interactive", "HeapCount=2", "GCHeapCount requested 1, reported 2")]
    [InlineData("gcServer=1 GCConserveMemory=5", "8.0.31", "8.0.31", true, "Interactive", "GCConserveMem=0", "GCConserveMemory requested 5, "
        + "reported 0")]
    [InlineData("gcServer=0 GCName=libclrgc.so", "8.0.31", "8.0.31", false, "Interactive", "", "GC library requested libclrgc.so, reported none "
        + "mapped")]
    public void A_contradiction_says_what_was_requested_and_what_was_reported(
        string environment, string version, string reportedVersion, bool isServer, string latencyMode, string reported, string expected) =>
        Assert.Equal(
            "the process contradicts the request: " + expected,
            ProofCheck.Contradiction(Expect(environment, version), Proof(reportedVersion, isServer, latencyMode, reported)));

    [Fact]
    public void A_mode_without_variables_still_proves_its_runtime_its_cpus_and_that_no_library_is_loaded()
    {
        var proof = Proof("8.0.31", isServer: true, "Interactive", "") with { ProcessorCount = 1, GcLibraries = ["libclrgc.so"] };

        Assert.Equal(
            "the process contradicts the request: runtime requested 10.0.12, reported 8.0.31; processor count requested 2, reported 1; "
            + "GC library requested none (the GC inside the runtime), reported libclrgc.so",
            ProofCheck.Contradiction(Expect("", "10.0.12"), proof));
    }

    [Fact]
    public void Every_contradiction_is_named()
    {
        var proof = Proof("8.0.31", isServer: false, "Interactive", "") with { ProcessorCount = 1, GcLibraries = ["libclrgc.so"] };

        Assert.Equal(
            "the process contradicts the request: runtime requested 10.0.12, reported 8.0.31; GC requested server, reported workstation; "
            + "processor count requested 2, reported 1; GC library requested none (the GC inside the runtime), reported libclrgc.so",
            ProofCheck.Contradiction(Expect("gcServer=1", "10.0.12"), proof));
    }

    [Fact]
    public void A_foreign_gc_may_answer_any_latency_mode_but_must_be_mapped()
    {
        var expectation = Expect("gcServer=0 gcConcurrent=0 GCPath=/tmp/x/libzerogc.so", "10.0.12");
        var proof = Proof("10.0.12", isServer: false, "Interactive", "") with { GcLibraries = ["libzerogc.so"] };

        Assert.Null(ProofCheck.Contradiction(expectation, proof));
    }

    [Theory]
    [InlineData("gcServer=1", null, 25276510208, null)]
    [InlineData("gcServer=1", 256, 201326592, null)]
    [InlineData("gcServer=1 GCHeapHardLimit=4000000", 256, 67108864, null)]
    [InlineData("gcServer=1", 256, 25276510208, "memory limit requested 256MiB (201326592 bytes of heap), reported 25276510208 bytes of heap")]
    [InlineData("gcServer=1", 256, 402653184, "memory limit requested 256MiB (201326592 bytes of heap), reported 402653184 bytes of heap")]
    public void Of_a_limited_process_the_gc_takes_three_quarters(string environment, int? mebibytes, long reported, string? contradiction)
    {
        var expectation = Expect(environment, "10.0.14") with { Limits = new(mebibytes is { } limit ? new Bytes((long)limit << 20) : null) };
        var proof = Proof("10.0.14", isServer: true, "Interactive", "") with { TotalAvailableMemoryBytes = reported };

        Assert.Equal(
            contradiction is null ? null : "the process contradicts the request: " + contradiction, ProofCheck.Contradiction(expectation, proof));
    }

    [Theory]
    [InlineData(null, null, null, null)]
    [InlineData(null, 50_000L, 100_000L, null)]
    [InlineData(500, 50_000L, 100_000L, null)]
    [InlineData(500, 100_000L, 200_000L, null)]
    [InlineData(500, 150_000L, 100_000L, "CPU limit requested 500m, reported 150000 of 100000 microseconds")]
    [InlineData(500, null, null, "CPU limit requested 500m, reported none")]
    public void A_limited_process_finds_its_quota_in_its_own_group(int? millicores, long? quota, long? period, string? contradiction)
    {
        var expectation = Expect("gcServer=0", "10.0.14") with { Limits = new(null, millicores is { } limit ? new CpuAmount(limit) : null) };
        var proof = Proof("10.0.14", isServer: false, "Interactive", "") with { CpuQuotaMicroseconds = quota, CpuPeriodMicroseconds = period };

        Assert.Equal(
            contradiction is null ? null : "the process contradicts the request: " + contradiction, ProofCheck.Contradiction(expectation, proof));
    }

    /// <summary>It is the one number of the environment that the runtime reads as decimal.</summary>
    [Theory]
    [InlineData(24, null)]
    [InlineData(2, "processor count requested 24, reported 2")]
    public void A_process_that_is_told_of_more_processors_has_to_report_them(int reported, string? contradiction)
    {
        var proof = Proof("10.0.14", isServer: false, "Interactive", "") with { ProcessorCount = reported };

        Assert.Equal(contradiction is null ? null : "the process contradicts the request: " + contradiction,
            ProofCheck.Contradiction(Expect("gcServer=0 PROCESSOR_COUNT=24", "10.0.14"), proof));
    }

    [Fact]
    public void Numbers_of_the_environment_are_hexadecimal()
    {
        Assert.Equal(0x36, ProofExpectation.HexadecimalOf("36"));
        Assert.Equal(10, ProofExpectation.HexadecimalOf("0xA"));
        Assert.Null(ProofExpectation.HexadecimalOf("1-10,12"));
    }

    private static ProofExpectation Expect(string environment, string version) =>
        ProofExpectation.FromEnvironment(version, 2, Parse(environment).ToDictionary(setting => "DOTNET_" + setting.Key, setting => setting.Value));

    private static ProbeProof Proof(string version, bool isServer, string latencyMode, string reported) =>
        RunSamples.ProofOf(version, isServer) with { LatencyMode = latencyMode, GcConfiguration = Parse(reported) };

    private static Dictionary<string, string> Parse(string settings) =>
        settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(setting => setting.Split('='))
        .ToDictionary(parts => parts[0], parts => parts[1]);
}
