namespace PerfMatrix.Shared.Contract;

/// <summary>Names that the probe, the launcher and the load job agree on.</summary>
public static class ProbeRoutes
{
    /// <summary>GET: answers a <see cref="ProbeProof"/>.</summary>
    public const string Proof = "/_perfmatrix/proof";
    public const string Counters = "/_perfmatrix/counters";

    /// <summary>GET: answers a <see cref="ProbeTimeline"/>. The first request switches recording on; until then it costs nothing.</summary>
    public const string Timeline = "/_perfmatrix/timeline";

    /// <summary>GET: switches the recording of collections off again, and answers the last <see cref="ProbeTimeline"/>.</summary>
    public const string TimelineEnd = "/_perfmatrix/timeline/end";

    /// <summary>Environment variable with the token of the block; without it the probe maps nothing.</summary>
    public const string TokenVariable = "PERFMATRIX_TOKEN";

    /// <summary>Request header that carries the token; requests without it get 404, so the probe is invisible to strangers.</summary>
    public const string TokenHeader = "X-PerfMatrix-Token";

    /// <summary>Variable that switches the heap count of each GC on (<c>1</c>). It costs events, so only timeline scenarios set it.</summary>
    public const string HeapsVariable = "PERFMATRIX_HEAPS";

    /// <summary>Environment variable that has allocations on the large object heap counted (value <c>1</c>). It costs an event for every 100 KB
    /// allocated, so only scenarios about them set it.</summary>
    public const string LargeObjectsVariable = "PERFMATRIX_LARGE";
}
