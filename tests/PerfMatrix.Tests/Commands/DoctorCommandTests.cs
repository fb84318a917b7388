using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class DoctorCommandTests
{
    private static readonly Finding s_good = new("SDK", Health.Good, ".NET SDK 10.0.401");
    private static readonly Finding s_limited = new("CPUs", Health.Limited, "2 allowed, Example [CPU]", "Four CPUs separate both.");
    private static readonly Finding s_impossible = new("Disk", Health.Impossible, "0.1 GiB free", "Free at least 0.5 GiB.");

    [Fact]
    public async Task It_shows_what_is_missing_and_what_to_do()
    {
        var console = new TestConsole();
        Assert.Equal(3, await Invoke(console, TextWriter.Null, [s_good, s_limited, s_impossible]));

        Approval.Verify(console.Output, "table");
    }

    [Fact]
    public async Task Limits_do_not_fail_it() => Assert.Equal(0, await Invoke(new TestConsole(), TextWriter.Null, [s_good, s_limited]));

    [Fact]
    public async Task Json_has_the_same_findings()
    {
        using var output = new StringWriter();
        await Invoke(new TestConsole(), output, [s_limited], "--json");
        using var json = JsonDocument.Parse(output.ToString());

        Assert.Equal("limited", json.RootElement[0].GetProperty("health").GetString());
        Assert.Equal("Four CPUs separate both.", json.RootElement[0].GetProperty("advice").GetString());
    }

    [Fact]
    public async Task Variables_are_those_of_a_profile() => Assert.StartsWith("--variable: found no --profile", (await Assert
        .ThrowsAsync<UsageException>(() => Invoke(new TestConsole(), TextWriter.Null, [s_good], "--variable",
            "applicationAddress=10.0.0.2"))).Message,
        StringComparison.Ordinal);

    private static Task<int> Invoke(TestConsole console, TextWriter output, IReadOnlyList<Finding> findings, params string[] arguments)
    {
        var root = new RootCommand { DoctorCommand.Create(new(console.Console), () => [_ => Task.FromResult(findings)], _ => [], () => []) };
        return root.Parse(["doctor", .. arguments]).InvokeAsync(new()
        {
            EnableDefaultExceptionHandler = false,
            Output = output,
        }, TestContext.Current.CancellationToken);
    }
}
