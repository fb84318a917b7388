namespace PerfMatrix.Shared.Contract;

/// <summary>How the system's scheduler is asked to treat the measured applications and the load generator.</summary>
public enum Scheduling
{
    /// <summary>As any other program: they share the CPUs with whatever else runs, and wait for it.</summary>
    Normal,

    /// <summary>Ahead of other programs (nice -20, the session as well), and otherwise as <see cref="Normal"/>. Not the real-time classes: those
    /// change how a server works, because threads that spin are not preempted. <c>crank/README.md</c> has the figures.</summary>
    Priority,

    /// <summary><see cref="Priority"/> where the system permits it, otherwise <see cref="Normal"/>. The documents say which it was.</summary>
    Auto,
}
