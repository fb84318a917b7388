using System.Net.Sockets;

namespace PerfMatrix.Load.Readiness;

/// <summary>Portable fallback on <see cref="Socket.Select(System.Collections.IList, System.Collections.IList, System.Collections.IList, TimeSpan)"/>: linear in the number of connections.</summary>
internal sealed class SelectReadiness : IReadiness
{
    private readonly Dictionary<Socket, int> _tokens = [];
    private readonly HashSet<Socket> _writable = [];
    private readonly List<Socket> _readReady = [];
    private readonly List<Socket> _writeReady = [];

    public void Add(Socket socket, int token) => _tokens.Add(socket, token);

    public void WatchWritable(Socket socket, int token, bool writable)
    {
        if (writable)
            _writable.Add(socket);
        else
            _writable.Remove(socket);
    }

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
            if (count == tokens.Length)
                break;
            tokens[count++] = _tokens[socket];
        }

        return count;
    }
}
