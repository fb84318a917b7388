namespace PerfMatrix.Protocol;

/// <summary>How the system's scheduler is asked to treat the measured applications and the load generator.</summary>
public enum Scheduling
{
    /// <summary>As any other program: they share the CPUs with whatever else runs, and wait for it.</summary>
    Normal,

    /// <summary>
    /// Ahead of every ordinary program (SCHED_RR, the lowest real-time priority): whoever has work to do gets a CPU at once. It takes away the
    /// placement and preemption decisions of the fair scheduler, which are most of the noise of a short measurement: <c>crank/README.md</c> has the figures.
    /// </summary>
    Realtime,

    /// <summary><see cref="Realtime"/> where the system permits it, otherwise <see cref="Normal"/>. The documents say which it was.</summary>
    Auto,
}
