using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace PerfMatrix.Explain.Traces;

/// <summary>The managed frames of a stack of a trace.</summary>
internal static class TraceStack
{
    public static DateTimeOffset At(TraceEvent data) => new(data.TimeStamp.ToUniversalTime());

    /// <param name="isRunning">Whether the innermost address is that of an instruction; otherwise the event itself was called, so all of them are
    /// return addresses.</param>
    public static List<Frame> Of(TraceCallStack? stack, CodeMap code, bool isRunning = false)
    {
        var frames = new List<Frame>();
        for (var isInstruction = isRunning; stack is not null; stack = stack.Caller, isInstruction = false)
        {
            var address = stack.CodeAddress.Address;
            if ((isInstruction ? code.Find(address) : code.FindCaller(address)) is { } frame) frames.Add(frame);
        }
        return frames;
    }
}
