extern alias probe;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;
using AskedCollections = probe::PerfMatrix.Probe.Injection.AskedCollections;
using CpuBurn = probe::PerfMatrix.Probe.Injection.CpuBurn;
using ExtraAllocation = probe::PerfMatrix.Probe.Injection.ExtraAllocation;
using HeldLock = probe::PerfMatrix.Probe.Injection.HeldLock;
using InjectedRegression = probe::PerfMatrix.Probe.Injection.InjectedRegression;

namespace PerfMatrix.Probe.Tests.Injection;

public sealed class InjectedRegressionTests
{
    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_burn_costs_the_requests_cpu_time_in_proportion(string framework)
    {
        const int calls = 60;
        var less = await CpuOfAsync(framework, calls, "2000000");
        var more = await CpuOfAsync(framework, calls, "20000000");

        // 20 million steps are some 20 ms; the request itself and the start of the process are small beside it.
        Assert.True(more > 2 * less, $"{calls} calls took {less} ms of CPU with 2 million steps each, {more} ms with 20 million");
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task An_allocation_costs_every_request_so_many_bytes(string framework)
    {
        var nothing = await AllocatedByRequestAsync(framework, ("UNRELATED", ""));
        var extra = await AllocatedByRequestAsync(framework, (InjectionVariables.Allocate, "40000"));

        Assert.InRange(extra - nothing, 39_000, 41_000);
    }

    [Theory]
    [InlineData(InjectionVariables.Burn, "5%", "expected a whole number from 1 to 1000000000; leave it unset for none")]
    [InlineData(InjectionVariables.Burn, "0", "found '0'")]
    [InlineData(InjectionVariables.Burn, "-3", "found '-3'")]
    [InlineData(InjectionVariables.Burn, "99999999999", "found '99999999999'")]
    [InlineData(InjectionVariables.Allocate, "12", "expected a whole number from 24 to 80000, a multiple of 8")]
    [InlineData(InjectionVariables.Allocate, "33", "found '33'")]
    [InlineData(InjectionVariables.Stall, "99", "expected a whole number from 100 to 1000000000")]
    [InlineData(InjectionVariables.Tail, "19", "expected a whole number from 20 to 1000000000")]
    [InlineData(InjectionVariables.Memory, "10MiB", "expected a whole number from 1 to 1024")]
    [InlineData(InjectionVariables.Startup, "0", "expected a whole number from 1 to 10000")]
    public void A_wrong_value_is_refused(string variable, string value, string expected)
    {
        var application = WebApplication.CreateBuilder().Build();
        var problem = Assert.Throws<InvalidOperationException>(
            () => InjectedRegression.UseWhenAsked(application, name => name == variable ? value : null));

        Assert.StartsWith(variable, problem.Message, StringComparison.Ordinal);
        Assert.Contains(expected, problem.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("BURN=", 0)]
    [InlineData("BURN=7", 1)]
    [InlineData("BURN=7 ALLOCATE=64", 2)]
    [InlineData("STALL=100 TAIL=50", 2)]
    [InlineData("LOCK=5 COLLECT=100", 2)]
    [InlineData("MEMORY=1 COMMITTED=1 STARTUP=1", 0)]
    public void Only_what_was_asked_for_is_in_the_pipeline(string asked, int expected)
    {
        var application = new CountingApplication();
        var variables = asked.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(one => one.Split('='))
            .ToDictionary(one => "PERFMATRIX_" + one[0], one => one[1]);
        InjectedRegression.UseWhenAsked(application, variables.GetValueOrDefault);

        Assert.Equal(expected, application.Middlewares);
    }

    [Fact]
    public void A_part_of_an_application_cannot_be_slowed_down_silently()
    {
        var group = WebApplication.CreateBuilder().Build().MapGroup("/part");

        foreach (var variable in new[] { InjectionVariables.Burn, InjectionVariables.Allocate, InjectionVariables.Stall, InjectionVariables.Tail })
        {
            var problem = Assert.Throws<InvalidOperationException>(
                () => InjectedRegression.UseWhenAsked(group, name => name == variable ? "800" : null));
            Assert.StartsWith(variable, problem.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_lock_makes_others_wait_and_every_so_many_requests_all_is_collected()
    {
        var waited = Monitor.LockContentionCount;
        var held = new HeldLock(microseconds: 5000);
        // Threads of its own, until two have met: those of a pool may come one after the other.
        while (Monitor.LockContentionCount == waited)
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            var threads = Enumerable.Range(0, 4).Select(_ => new Thread(held.Pass)).ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => Assert.True(thread.Join(PatienceAttribute.Limit)));
        }

        var (asked, before) = (new AskedCollections(every: 100), GC.CollectionCount(2));
        for (var request = 1; request < 100; request++) asked.Pass();
        var early = GC.CollectionCount(2);
        asked.Pass();
        Assert.True(GC.CollectionCount(2) > early, $"{before}, {early}, {GC.CollectionCount(2)}");
    }

    [Fact]
    public void Every_step_of_the_burn_is_taken()
    {
        Assert.Equal(CpuBurn.Advance(CpuBurn.Advance(1, 1000), 234), CpuBurn.Advance(1, 1234));
        Assert.Equal(1442695040888963407UL, CpuBurn.Advance(0, 1));
        Assert.NotEqual(CpuBurn.Advance(1, 1233), CpuBurn.Advance(1, 1234));
    }

    [Theory]
    [InlineData(24)]
    [InlineData(32)]
    [InlineData(4096)]
    public void The_burn_allocates_nothing_and_the_allocation_is_exact(int bytes)
    {
        CpuBurn.Spend(10);
        ExtraAllocation.Make(bytes);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var call = 0; call < 100; call++)
            CpuBurn.Spend(1000);
        var burnt = GC.GetAllocatedBytesForCurrentThread();
        for (var call = 0; call < 100; call++)
            ExtraAllocation.Make(bytes);
        var after = GC.GetAllocatedBytesForCurrentThread();

        Assert.Equal(0, burnt - before);
        Assert.Equal(100 * bytes, after - burnt);
    }

    private static async Task<double> CpuOfAsync(string framework, int calls, string steps)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, (InjectionVariables.Burn, steps));
        await workload.CallAsync("/hello", 1);
        var before = await workload.CountersAsync();
        await workload.CallAsync("/hello", calls);
        return (await workload.CountersAsync()).CpuMilliseconds - before.CpuMilliseconds;
    }

    private static async Task<double> AllocatedByRequestAsync(string framework, (string Name, string Value) variable)
    {
        const int calls = 300;
        await using var workload = await ProbedWorkload.StartAsync(framework, variable);
        await workload.CallAsync("/hello", calls);
        var before = await workload.CountersAsync();
        await workload.CallAsync("/hello", calls);
        return (double)((await workload.CountersAsync()).AllocatedBytes - before.AllocatedBytes) / calls;
    }

    /// <summary>Counts what is put into the pipeline.</summary>
    private sealed class CountingApplication : IApplicationBuilder, Microsoft.AspNetCore.Routing.IEndpointRouteBuilder
    {
        private readonly WebApplication _application = WebApplication.CreateBuilder().Build();

        public int Middlewares { get; private set; }

        public IServiceProvider ApplicationServices { get => _application.Services; set => throw new NotSupportedException(); }

        public Microsoft.AspNetCore.Http.Features.IFeatureCollection ServerFeatures => ((IApplicationBuilder)_application).ServerFeatures;

        public IDictionary<string, object?> Properties => ((IApplicationBuilder)_application).Properties;

        public IServiceProvider ServiceProvider => _application.Services;

        public ICollection<Microsoft.AspNetCore.Routing.EndpointDataSource> DataSources { get; } = [];

        public RequestDelegate Build() => throw new NotSupportedException();

        public IApplicationBuilder CreateApplicationBuilder() => throw new NotSupportedException();

        public IApplicationBuilder New() => throw new NotSupportedException();

        public IApplicationBuilder Use(Func<RequestDelegate, RequestDelegate> middleware)
        {
            Middlewares++;
            return this;
        }
    }
}
