namespace PerfMatrix.Load.Readiness;

/// <summary>Tells which sockets can be read or written: the one place where the operating system's event queue shows.</summary>
internal interface IReadiness : IDisposable
{
    /// <summary>epoll on Linux, <c>select</c> elsewhere (portable, not tuned, and limited by the system's largest set).</summary>
    static IReadiness Create() => OperatingSystem.IsLinux() ? new EpollReadiness() : new SelectReadiness();

    /// <param name="token">What <see cref="Wait"/> answers for it; not negative.</param>
    void Add(Socket socket, int token);

    /// <summary>Watches for room to write as well, or no longer.</summary>
    void WatchWritable(Socket socket, int token, bool writable);

    /// <summary>Forgets a socket; call before it is closed.</summary>
    void Remove(Socket socket, int token);

    /// <summary>Waits until a socket is ready or the time is over, and writes the tokens of the ready ones.</summary>
    /// <param name="tokens">Receives the tokens; what does not fit is answered by the next call.</param>
    int Wait(TimeSpan timeout, Span<int> tokens);
}

/// <summary>Level-triggered epoll, called directly. .NET's own socket engine tries each receive before it waits for it, which costs one more system
/// call per request than a load generator that knows the answer is not there yet.</summary>
internal sealed unsafe partial class EpollReadiness : IReadiness
{
    private const int Capacity = 256;
    private const int ControlAdd = 1;
    private const int ControlRemove = 2;
    private const int ControlModify = 3;
    private const uint Readable = 0x001;
    private const uint Writable = 0x004;
    private const int InterruptedCall = 4;
    private const int CloseOnExec = 0x80000;

    // struct epoll_event is packed on x86-64 only (12 bytes, data at 4); elsewhere data is aligned (16 bytes, data at 8). See eventpoll.h.
    private static readonly bool s_packed = RuntimeInformation.ProcessArchitecture is Architecture.X64;
    private static readonly int s_stride = s_packed ? 12 : 16;
    private static readonly int s_data = s_packed ? 4 : 8;

    private readonly int _queue = Check(epoll_create1(CloseOnExec), "epoll_create1");
    private readonly byte* _events = (byte*)NativeMemory.AllocZeroed((nuint)(Capacity * 16));
    private bool _nanoseconds = true;

    public void Add(Socket socket, int token) => Control(ControlAdd, socket, token, Readable);

    public void WatchWritable(Socket socket, int token, bool writable) =>
        Control(ControlModify, socket, token, writable ? Readable | Writable : Readable);

    public void Remove(Socket socket, int token) => Control(ControlRemove, socket, token, 0);

    public int Wait(TimeSpan timeout, Span<int> tokens)
    {
        var count = WaitCore(timeout, Math.Min(Capacity, tokens.Length));
        for (var i = 0; i < count; i++) tokens[i] = *(int*)(_events + i * s_stride + s_data);
        return count;
    }

    public void Dispose()
    {
        _ = close(_queue);
        NativeMemory.Free(_events);
    }

    private int WaitCore(TimeSpan timeout, int capacity)
    {
        var count = _nanoseconds ? WaitNanoseconds(timeout, capacity) : epoll_wait(_queue, _events, capacity, (int)timeout.TotalMilliseconds);
        if (count >= 0) return count;
        var error = Marshal.GetLastSystemError();
        return error == InterruptedCall ? 0 : throw new Win32Exception(error, "epoll_wait failed");
    }

    private int WaitNanoseconds(TimeSpan timeout, int capacity)
    {
        var time = new WaitTime(timeout.Ticks / TimeSpan.TicksPerSecond, timeout.Ticks % TimeSpan.TicksPerSecond * 100);
        try
        {
            var count = epoll_pwait2(_queue, _events, capacity, &time, null);
            if (count >= 0 || Marshal.GetLastSystemError() != 38) return count;
        }
        catch (EntryPointNotFoundException)
        {
            // C library before glibc 2.35; the kernel's ENOSYS (38) above is a kernel before 5.11. Either way milliseconds must do.
        }

        _nanoseconds = false;
        return epoll_wait(_queue, _events, capacity, (int)timeout.TotalMilliseconds);
    }

    private void Control(int operation, Socket socket, int token, uint events)
    {
        var entry = stackalloc byte[16];
        *(uint*)entry = events;
        *(long*)(entry + s_data) = token;
        Check(epoll_ctl(_queue, operation, (int)socket.Handle, entry), "epoll_ctl");
    }

    private static int Check(int result, string call) =>
        result >= 0 ? result : throw new Win32Exception(Marshal.GetLastSystemError(), $"{call} failed");

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct WaitTime(long Seconds, long Nanoseconds);

#pragma warning disable IDE1006, CA5392 // names of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int epoll_create1(int flags);

    [LibraryImport("libc")]
    private static partial int epoll_ctl(int queue, int operation, int descriptor, byte* entry);

    [LibraryImport("libc")]
    private static partial int epoll_wait(int queue, byte* events, int capacity, int milliseconds);

    [LibraryImport("libc")]
    private static partial int epoll_pwait2(int queue, byte* events, int capacity, WaitTime* timeout, void* signals);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);
#pragma warning restore IDE1006, CA5392
}

/// <summary>Portable, on <c>Socket.Select</c>: linear in the number of connections.</summary>
internal sealed class SelectReadiness : IReadiness
{
    private readonly Dictionary<Socket, int> _tokens = [];
    private readonly HashSet<Socket> _writable = [];
    private readonly List<Socket> _readReady = [];
    private readonly List<Socket> _writeReady = [];

    public void Add(Socket socket, int token) => _tokens.Add(socket, token);

    public void WatchWritable(Socket socket, int token, bool writable) => _ = writable ? _writable.Add(socket) : _writable.Remove(socket);

    public void Remove(Socket socket, int token)
    {
        _tokens.Remove(socket);
        _writable.Remove(socket);
    }

    public int Wait(TimeSpan timeout, Span<int> tokens)
    {
        if (_tokens.Count == 0)
        {
            Thread.Sleep(timeout);
            return 0;
        }

        _readReady.Clear();
        _readReady.AddRange(_tokens.Keys);
        _writeReady.Clear();
        _writeReady.AddRange(_writable);
        Socket.Select(_readReady, _writeReady, null, timeout);
        return Collect(tokens);
    }

    public void Dispose()
    {
    }

    private int Collect(Span<int> tokens)
    {
        var count = 0;
        foreach (var socket in _readReady.Union(_writeReady))
        {
            if (count == tokens.Length) break;
            tokens[count++] = _tokens[socket];
        }

        return count;
    }
}
