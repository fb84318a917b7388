using System.Net;
using System.Text.Json;
using PerfMatrix.Protocol;

namespace PerfMatrix.Load.Conductor;

/// <summary>Conducts all rounds of a block and writes each to its file as soon as it is over.</summary>
internal sealed class BlockConductor(BlockPlan plan, string token, TimeProvider clock, IConductorEvents events)
{
    /// <summary>Runs the rounds.</summary>
    /// <exception cref="FormatException">The plan cannot be carried out; the message says why.</exception>
    /// <exception cref="IOException">The output folder cannot be written.</exception>
    public async Task RunAsync(string output, CancellationToken cancellation)
    {
        Check();
        Directory.CreateDirectory(output);
        var certificates = new AcceptedCertificates();
        using var http = CreateClient(certificates);
        for (var round = 1; round <= plan.Measure.Rounds; round++)
        {
            var observation = await new RoundConductor(plan, round, http, certificates, token, clock, events).RunAsync(cancellation);
            var path = Path.Combine(output, $"round-{round:000}.json");
            await WriteAsync(observation, path, cancellation);
            events.RoundWritten(round, path);
        }
    }

    private void Check()
    {
        var load = plan.Load;
        if (plan.Variants.Count == 0)
            throw new FormatException($"Block {plan.Block} has no variants.");
        if (plan.Variants.Count > 1 && (load.Rate ?? load.Requests?.ToString() ?? (load.Pause > TimeSpan.Zero ? "pause" : null)) is not null)
            throw new FormatException($"Block {plan.Block} has {plan.Variants.Count} variants; a load with a rate, a request count or a pause cannot be interleaved and needs a block of one.");
        if (plan.Measure is { Slices: < 1 } or { Rounds: < 1 } || plan.Measure.Slice <= TimeSpan.Zero)
            throw new FormatException($"Block {plan.Block} needs at least one round, one slice and a slice length above zero.");
    }

    private static HttpClient CreateClient(AcceptedCertificates certificates) => new(new SocketsHttpHandler
    {
        UseProxy = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        SslOptions = { RemoteCertificateValidationCallback = (_, certificate, _, _) => certificates.Has(certificate) },
    })
    {
        Timeout = TimeSpan.FromMinutes(2),
    };

    // Written beside and renamed, so that the driver never reads half a file.
    private static async Task WriteAsync(RoundObservation observation, string path, CancellationToken cancellation)
    {
        var temporary = path + ".tmp";
        await using (var stream = File.Create(temporary))
            await JsonSerializer.SerializeAsync(stream, observation, ProtocolJson.Default.RoundObservation, cancellation);
        File.Move(temporary, path, overwrite: true);
    }
}
