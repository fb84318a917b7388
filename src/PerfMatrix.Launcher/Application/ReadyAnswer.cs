using System.Text;

namespace PerfMatrix.Launcher;

/// <summary>As much of an HTTP/1.1 answer as tells whether it is complete: the status and the length of its body. Without a length the end is that of the connection.</summary>
internal sealed class ReadyAnswer
{
    private readonly List<byte> _head = [];
    private long? _missing;

    /// <summary>The status; null before the head is complete, and for what is not HTTP.</summary>
    public int? Status { get; private set; }

    /// <summary>Whether the whole body has come, as far as its length is known.</summary>
    public bool IsComplete => _missing <= 0;

    /// <summary>Whether the body is shorter than announced so far.</summary>
    public bool IsCutShort => _missing > 0;

    /// <summary>Takes what the next read brought.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        if (Status is not null)
        {
            _missing -= bytes.Length;
            return;
        }

        _head.AddRange(bytes);
        var text = Encoding.Latin1.GetString([.. _head]);
        var end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (end < 0 || !text.StartsWith("HTTP/1.", StringComparison.Ordinal))
            return;
        Status = int.TryParse(text.AsSpan(9, 3), out var status) ? status : null;
        _missing = Length(text[..end]) - (text.Length - end - 4);
    }

    private static long? Length(string head)
    {
        const string Header = "\r\nContent-Length:";
        var start = head.IndexOf(Header, StringComparison.OrdinalIgnoreCase);
        if (start < 0)
            return null;
        var value = head.AsSpan(start + Header.Length).TrimStart();
        var end = value.IndexOf('\r');
        return long.TryParse(end < 0 ? value : value[..end], out var length) ? length : null;
    }
}
