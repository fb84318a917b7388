using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Drivers;

/// <summary>Starts the processes of a driver.</summary>
internal static class DriverProcess
{
    /// <summary>Starts a program of ours, which ends by itself when its standard input closes.</summary>
    /// <exception cref="DriverException">It could not be started.</exception>
    public static ChildProcess Start(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, string? folder = null)
    {
        try
        {
            return ChildProcess.Start(program, arguments, environment, folder);
        }
        catch (ProcessStartException problem)
        {
            throw new DriverException(problem.Message, problem);
        }
    }

    /// <summary>Starts a program that knows nothing of that rule, on a life line: neither controller nor agent of crank survives this
    /// program.</summary>
    /// <exception cref="DriverException">It could not be started.</exception>
    public static ChildProcess StartForeign(string program, IEnumerable<string> arguments, string folder)
    {
        var command = LifeLine.Command("TERM", program, arguments);
        return Start(command[0], command.Skip(1), new Dictionary<string, string>(), folder);
    }
}
