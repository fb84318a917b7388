using System.Text.Json;

namespace PerfMatrix.Load.Conductor;

/// <summary>Tells the driver how far a block is.</summary>
internal interface IConductorEvents
{
    /// <summary>A phase of a round begins.</summary>
    void Phase(int round, string phase);

    /// <summary>A round's file has been written.</summary>
    void RoundWritten(int round, string path);
}

/// <summary>One JSON object a line, for the driver to read.</summary>
internal sealed class JsonLineEvents(TextWriter output) : IConductorEvents
{
    /// <inheritdoc />
    public void Phase(int round, string phase) => Write($$"""{"event":"phase","round":{{round}},"phase":"{{JsonEncodedText.Encode(phase)}}"}""");

    /// <inheritdoc />
    public void RoundWritten(int round, string path) => Write($$"""{"event":"round","round":{{round}},"path":"{{JsonEncodedText.Encode(path)}}"}""");

    private void Write(string line)
    {
        output.WriteLine(line);
        output.Flush();
    }
}
