using System.ComponentModel;
using System.Diagnostics;
using PerfMatrix.Contract;
using PerfMatrix.Os;

namespace PerfMatrix.Launcher;

/// <summary>Starts the process of an application.</summary>
/// <param name="token">Token of the block, for the application's probe.</param>
/// <param name="pinning">How to pin it.</param>
/// <param name="chooseAddress">Turns the address of the plan into one with a port (<see cref="ListenAddress.Choose"/>).</param>
internal sealed class ApplicationStarter(string token, ICpuPinning pinning, Func<Uri, Uri> chooseAddress)
{
    /// <summary>The certificate for an application on https; null for http.</summary>
    public DevelopmentCertificate? Certificate { get; init; }

    /// <summary>How to limit its memory.</summary>
    public IMemoryLimits MemoryLimits { get; init; } = new NoMemoryLimits();

    /// <summary>Starts it, pinned to its CPUs, scheduled and limited as the plan says.</summary>
    /// <exception cref="LaunchException">It could not be started.</exception>
    public RunningApplication Start(LaunchPlan plan)
    {
        var address = chooseAddress(plan.Application);
        CgroupMemoryGroup? group = null;
        try
        {
            group = plan.MemoryLimit is { } limit ? MemoryLimits.Make(limit) : null;
            var start = StartInfo(plan, address);
            group?.Enter(start);
            var scheduling = PriorityScheduling.Resolve(plan.Scheduling);
            if (scheduling == Scheduling.Priority)
                PriorityScheduling.RaiseSession();
            return pinning.Run(plan.Cpus, () => scheduling == Scheduling.Priority ? PriorityScheduling.Run(Begin) : Begin());

            RunningApplication Begin()
            {
                var startedAt = Stopwatch.GetTimestamp();
                return new RunningApplication(Process.Start(start)!, address, startedAt, scheduling) { Certificate = Certificate?.Hash, MemoryGroup = group };
            }
        }
        catch (Exception exception) when (exception is Win32Exception or PlatformNotSupportedException)
        {
            group?.Dispose();
            throw new LaunchException(new LaunchFailure { Kind = LaunchFailureKind.NotStarted, Message = $"{plan.Executable} could not be started: {exception.Message}." });
        }
    }

    private ProcessStartInfo StartInfo(LaunchPlan plan, Uri address)
    {
        var start = new ProcessStartInfo(plan.Executable, plan.Arguments.Select(argument => argument.Replace("{url}", address.GetLeftPart(UriPartial.Authority))))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            WorkingDirectory = Path.GetDirectoryName(plan.Executable),
        };
        var environment = ChildEnvironment.Compose([.. start.Environment], plan, address, token);
        start.Environment.Clear();
        foreach (var (name, value) in Certificate?.Environment ?? [])
            environment[name] = value;
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        return start;
    }
}
