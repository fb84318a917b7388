
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Crank;

/// <summary>What was found out of an agent.</summary>
/// <param name="Agent">Its endpoint.</param>
/// <param name="Info">What it says of itself; null when it does not answer.</param>
/// <param name="Machine">Its machine; null when that could not be found out.</param>
/// <param name="Problem">What is wrong; null when nothing is.</param>
public sealed record AgentReport(Uri Agent, AgentInfo? Info, MachineReading? Machine, string? Problem);
