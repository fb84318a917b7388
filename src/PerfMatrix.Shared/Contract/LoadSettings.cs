using System.Text.Json.Serialization;

namespace PerfMatrix.Contract;

/// <summary>One kind of request and how it is offered.</summary>
public sealed record LoadSettings
{
    /// <summary>HTTP method.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>Path and query.</summary>
    public string Path { get; init; } = "/";

    /// <summary>Request headers besides Host and Content-Length.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();

    /// <summary>Request body; null for none.</summary>
    public string? Body { get; init; }

    /// <summary>Keep-alive connections a variant; at least 1.</summary>
    public int Connections { get; init; } = 32;

    /// <summary>Threads of the load generator; each drives its share of the connections.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>Length in bytes that a response body must have: a number, <c>first</c> (that of the first answer) or <c>any</c>.</summary>
    public string ResponseLength { get; init; } = "first";

    /// <summary>Requests of a bounded run (a block of one variant); null means by time.</summary>
    public long? Requests { get; init; }

    /// <summary>Pause of a connection between an answer and its next request.</summary>
    [JsonPropertyName("pauseMs"), JsonConverter(typeof(Milliseconds))]
    public TimeSpan Pause { get; init; }

    /// <summary>Rate schedule of an open loop (a block of one variant), e.g. <c>0..300/20s 300/7m 300..0/10s</c>; null means closed loop.</summary>
    public string? Rate { get; init; }
}
