using System.CommandLine;

namespace PerfMatrix.Commands;

/// <summary><c>selftest</c>: how sure the gate is, by simulation and by real runs whose truth is known.</summary>
public static class SelftestCommand
{
    /// <summary>Creates the command with its parts.</summary>
    public static Command Create() => new("selftest", "Measures the error rates of the gate itself.")
    {
        SimulateCommand.Create(),
    };
}
