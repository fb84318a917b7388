using System.Net;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Probe.Tests;

public sealed class ProofTests
{
    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(Frameworks))]
    public async Task The_proof_names_the_patch_and_the_gc_in_force(string framework)
    {
        var publication = await PublishedWorkloads.PublishAsync("MinimalApi", framework);
        await using var workload = await ProbedWorkload.StartAsync(
            framework, ("DOTNET_gcServer", "1"), ("DOTNET_gcConcurrent", "0"), ("DOTNET_PROCESSOR_COUNT", "2"), ("DOTNET_GCHeapCount", "2"));

        var proof = await workload.ProofAsync();

        Assert.Equal($".NET {publication.RuntimeVersion}", proof.FrameworkDescription);
        Assert.True(proof.IsServerGc);
        Assert.Equal("Batch", proof.LatencyMode);
        Assert.Equal(2, proof.ProcessorCount);
        Assert.Equal("True", proof.GcConfiguration["ServerGC"]);
        Assert.Empty(proof.GcLibraries);
        Assert.True(proof.TotalAvailableMemoryBytes > 0);
    }

    /// <summary>What the GC mode <c>default</c> stands for: a web project ships with server GC, which is DATAS from .NET 9 on
    /// (https://learn.microsoft.com/dotnet/core/runtime-config/garbage-collector#dynamic-adaptation-to-application-sizes-datas).</summary>
    [Theory, MemberData(nameof(Frameworks))]
    public async Task Without_settings_the_gc_is_what_a_web_project_ships_with(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, ("DOTNET_PROCESSOR_COUNT", "2"));

        var proof = await workload.ProofAsync();

        Assert.True(proof.IsServerGc);
        Assert.Equal("Interactive", proof.LatencyMode);
        Assert.Equal(framework == "net8.0" ? "0" : "1", proof.GcConfiguration["GCDynamicAdaptationMode"]);
    }

    /// <summary>The variable of a GC mode is stronger than what the project says.</summary>
    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_variable_makes_it_a_workstation(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, ("DOTNET_gcServer", "0"), ("DOTNET_PROCESSOR_COUNT", "2"));

        Assert.False((await workload.ProofAsync()).IsServerGc);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_standalone_gc_is_seen_in_the_maps_of_the_process(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, ("DOTNET_GCName", "libclrgc.so"));

        Assert.Equal(["libclrgc.so"], (await workload.ProofAsync()).GcLibraries);
    }

    [Fact]
    public async Task Who_does_not_carry_the_token_finds_nothing()
    {
        await using var workload = await ProbedWorkload.StartAsync("net10.0");

        foreach (var path in new[] { ProbeRoutes.Proof, ProbeRoutes.Counters, ProbeRoutes.Timeline })
        {
            Assert.Equal(HttpStatusCode.NotFound, await workload.StatusAsync(path, token: null));
            Assert.Equal(HttpStatusCode.NotFound, await workload.StatusAsync(path, token: "guess"));
            Assert.Equal(HttpStatusCode.NotFound, await workload.StatusAsync(path, token: "token of the block, longer"));
            Assert.Equal(HttpStatusCode.OK, await workload.StatusAsync(path, token: "token of the block"));
        }
    }
}
