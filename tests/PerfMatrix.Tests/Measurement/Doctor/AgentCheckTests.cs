using System.Globalization;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Measurement.Doctor;

/// <summary>What the doctor says of the agents of a profile.</summary>
public sealed class AgentCheckTests
{
    private static readonly AgentInfo s_info = new("Linux", "X64", 8, "0.2.0-alpha.26316.1+e5f71f4") { ClockAhead = TimeSpan.FromSeconds(0.4) };

    private static readonly MachineReading s_machine = new()
    {
        CpuModel = "Example CPU 3000",
        Cpus = [0, 1, 2, 3, 4, 5, 6, 7],
        Memory = new Bytes(32L << 30),
        Os = "Debian GNU/Linux 12 (bookworm)",
        Kernel = "6.1.0",
        FreeDisk = new Bytes(100L << 30),
        Cgroups = "v2",
        CanLimit = true,
    };

    [Fact]
    public async Task Every_agent_is_described_with_what_limits_it_and_what_to_do()
    {
        AgentReport[] reports =
        [
            Report("good", s_info, s_machine),
            Report("down", null, null, "The crank agent http://down:5010/ does not answer. Start it there.\nMore."),
            Report("other-version", s_info with
            {
                Version = "0.2.0-alpha.1",
            }, s_machine, "The crank agent other-version:5010 has version 0.2.0-alpha.1, the controller 0.2.0-alpha.26316.1; use the same for both."),
            Report("clock-off", s_info with { ClockAhead = TimeSpan.FromSeconds(-93.2) }, s_machine),
            Report("clock-unknown", s_info with { ClockAhead = null }, s_machine),
            Report("no-cgroups", s_info, s_machine with { Cgroups = null, CanLimit = false }),
            Report("cgroups-not-usable", s_info, s_machine with { Cgroups = "v1", CanLimit = false }),
            Report("little-disk", s_info, s_machine with { FreeDisk = new Bytes((1L << 30) + (1 << 29)) }),
            Report(
                "not-surveyed", s_info, null, "The crank agent http://not-surveyed:5010/ could not be surveyed (exit code 255). crank said:\nboom"),
        ];

        var findings = await AgentCheck.Of(_ => reports.ToAsyncEnumerable())(TestContext.Current.CancellationToken);

        Approval.Verify(string.Concat(findings.Select(Line)), "agents");
    }

    private static AgentReport Report(string host, AgentInfo? info, MachineReading? machine, string? problem = null) =>
        new(new Uri($"http://{host}:5010"), info, machine, problem);

    private static string Line(Finding finding) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{finding.Health,-10} {finding.What}: {finding.Found}{(finding.Advice is { } advice ? $" -> {advice}" : "")}\n");
}
