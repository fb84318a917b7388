using System.Net.Sockets;

namespace PerfMatrix.Load.Readiness;

/// <summary>Tells which sockets can be read or written: the one place where the operating system's event queue shows.</summary>
internal interface IReadiness : IDisposable
{
    /// <summary>Watches a socket for data to read.</summary>
    /// <param name="socket">A connected, non-blocking socket.</param>
    /// <param name="token">What <see cref="Wait"/> answers for it; not negative.</param>
    void Add(Socket socket, int token);

    /// <summary>Watches for room to write as well, or no longer.</summary>
    void WatchWritable(Socket socket, int token, bool writable);

    /// <summary>Forgets a socket; call before it is closed.</summary>
    void Remove(Socket socket, int token);

    /// <summary>Waits until a socket is ready or the time is over, and writes the tokens of the ready ones.</summary>
    /// <param name="timeout">Longest wait; zero polls.</param>
    /// <param name="tokens">Receives the tokens; what does not fit is answered by the next call.</param>
    /// <returns>How many tokens were written.</returns>
    int Wait(TimeSpan timeout, Span<int> tokens);
}

/// <summary>Chooses the best implementation for this system.</summary>
internal static class SystemReadiness
{
    /// <summary>epoll on Linux, <c>select</c> elsewhere (portable, not tuned, and limited by the system's largest set).</summary>
    public static IReadiness Create() => OperatingSystem.IsLinux() ? new EpollReadiness() : new SelectReadiness();
}
