namespace PerfMatrix.Load.Conductor;

/// <summary>Conducts all rounds of a block and writes each to its file as soon as it is over.</summary>
internal sealed class BlockConductor(BlockPlan plan, string token, string output, TimeProvider clock, ConductorEvents events)
{
    // Far above what a probe or launcher has to say; an application may answer what it likes.
    private const long LargestAnswer = 64 << 20;
    private readonly Lock _writing = new();
    private RoundConductor? _current;
    private BlockTotals _totals;

    /// <summary>Runs the rounds.</summary>
    /// <returns>The sums over all that was written.</returns>
    public async Task<BlockTotals> RunAsync(CancellationToken cancellation)
    {
        Check();
        Directory.CreateDirectory(output);
        var certificates = new AcceptedCertificates();
        using var http = CreateClient(certificates);
        for (var round = 1; round <= plan.Measure.Rounds; round++)
        {
            var observation = plan.Benchmark is { } benchmark ? await RunAsync(benchmark, round, cancellation)
                : await (_current = new RoundConductor(plan, round, http, certificates, token, clock, events)).RunAsync(cancellation);
            Write(observation);
            if (observation.EndsBlock) return _totals;
        }

        return _totals;
    }

    /// <summary>Writes what the round under way has recorded of its timeline, because this process is about to end; from any thread.</summary>
    public void Interrupt()
    {
        if (_current?.Interrupted() is { } observation) Write(observation);
    }

    private Task<RoundObservation> RunAsync(BenchmarkPlan benchmark, int round, CancellationToken cancellation)
    {
        events.Phase(round, "measuring");
        return new BenchmarkRound(plan, round, output, clock).RunAsync(benchmark, cancellation);
    }

    private void Check()
    {
        var load = plan.Load;
        if (plan.Variants.Count == 0) throw new FormatException($"Block {plan.Block} has no variants.");
        if (plan.Variants.Count > 1 && (load.Rate is not null || load.Pause > TimeSpan.Zero))
            throw new FormatException(
                $"Block {plan.Block} has {plan.Variants.Count} variants; a load with a rate or a pause cannot be interleaved and needs a block of "
                    + "one.");
        if (plan.Variants.Count > 1 && plan.Measure.Timeline > TimeSpan.Zero)
            throw new FormatException($"Block {plan.Block} has {plan.Variants.Count} variants; a timeline needs a block of one.");
        if (plan.Measure is { Slices: < 1 } or { Rounds: < 1 } || plan.Measure.Slice <= TimeSpan.Zero)
            throw new FormatException($"Block {plan.Block} needs at least one round, one slice and a slice length above zero.");
        if (PacedSlices.AreIn(plan) && plan.Measure.Paced! is { Share: <= 0 } or { Slice.Ticks: <= 0 })
            throw new FormatException($"Block {plan.Block} needs paced slices with a length and a share of capacity above zero.");
    }

    private static HttpClient CreateClient(AcceptedCertificates certificates) => new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        SslOptions = { RemoteCertificateValidationCallback = (_, certificate, _, _) => certificates.Has(certificate) },
    })
    {
        Timeout = Timeout.InfiniteTimeSpan, // each request has a limit of its own
        MaxResponseContentBufferSize = LargestAnswer,
    };

    // Written beside and renamed, so that the driver never reads half a file; one at a time, and no round twice.
    private void Write(RoundObservation observation)
    {
        lock (_writing)
        {
            _current = null;
            var path = Path.Combine(output, $"round-{observation.Round:000}.json");
            if (File.Exists(path)) return;
            using (var stream = File.Create(path + ".tmp"))
                JsonSerializer.Serialize(stream, observation, ContractJson.Default.RoundObservation);
            File.Move(path + ".tmp", path);
            _totals = _totals.Plus(observation);
            events.RoundWritten(observation.Round, path);
        }
    }
}

/// <summary>Tells the driver how far a block is: one JSON object a line.</summary>
internal sealed class ConductorEvents(TextWriter output)
{
    public void Phase(int round, string phase) => Write(new("phase", round, phase));

    public void RoundWritten(int round, string path) => Write(new("round", round, Path: path));

    private void Write(ConductorEvent happened)
    {
        output.WriteLine(happened);
        output.Flush();
    }
}
