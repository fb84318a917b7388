using System.Net.Sockets;
using PerfMatrix.Contract;
using PerfMatrix.Load.Http;

namespace PerfMatrix.Load.Generator;

/// <summary>What one thread counted for one target: owned by that thread while a slice runs, read by the conductor between slices.</summary>
internal sealed class SliceTally
{
    private long _status;
    private int _firstStatus;
    private long _length;
    private long _malformed;
    private long _connection;
    private long _timeout;

    /// <summary>Requests answered correctly.</summary>
    public long Requests { get; private set; }

    /// <summary>Bytes of their bodies.</summary>
    public long ResponseBytes { get; private set; }

    /// <summary>Requests that failed.</summary>
    public long Failed => _status + _length + _malformed + _connection + _timeout;

    /// <summary>Latencies outside the wake-up of a slice.</summary>
    public LatencyHistogram Latencies { get; } = new();

    /// <summary>Failed requests by kind.</summary>
    public RequestErrors Errors => new()
    {
        Status = _status,
        FirstStatus = _firstStatus,
        Length = _length,
        Malformed = _malformed,
        Connection = _connection,
        Timeout = _timeout,
    };

    /// <summary>Counts a response as correct or by what is wrong with it.</summary>
    /// <returns>Whether it is correct.</returns>
    public bool Count(Response response, long? expectedLength)
    {
        if (response.Status is < 200 or > 299)
        {
            _firstStatus = _status++ == 0 ? response.Status : _firstStatus;
            return false;
        }

        if (expectedLength is { } expected && response.BodyLength != expected)
        {
            _length++;
            return false;
        }

        Requests++;
        ResponseBytes += response.BodyLength;
        return true;
    }

    /// <summary>Counts a request that got no readable answer.</summary>
    public void CountFailure(SocketError failure)
    {
        if (failure == SocketError.Success)
            _malformed++;
        else if (failure == SocketError.TimedOut)
            _timeout++;
        else
            _connection++;
    }

    /// <summary>Adds what another thread counted.</summary>
    public void Add(SliceTally other)
    {
        Requests += other.Requests;
        ResponseBytes += other.ResponseBytes;
        _firstStatus = _firstStatus == 0 ? other._firstStatus : _firstStatus;
        _status += other._status;
        _length += other._length;
        _malformed += other._malformed;
        _connection += other._connection;
        _timeout += other._timeout;
        Latencies.Add(other.Latencies);
    }
}
