using System.CommandLine;
using Spectre.Console;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest</c>: how sure the gate is, by simulation and by real runs whose truth is known.</summary>
public static class SelftestCommand
{
    /// <summary>Creates the command with its parts.</summary>
    /// <param name="console">Where live progress goes.</param>
    public static Command Create(IAnsiConsole console) => new("selftest", "Measures the error rates of the gate itself.")
    {
        SimulateCommand.Create(),
        AaCommand.Create(console),
        InjectCommand.Create(console),
        SelftestReportCommand.Create(),
    };
}
