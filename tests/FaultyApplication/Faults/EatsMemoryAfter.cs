using System.Runtime.InteropServices;

namespace FaultyApplication.Faults;

/// <summary>Takes memory that the GC knows nothing of: the GC keeps within a limit by itself, so only the system can refuse this.</summary>
internal sealed unsafe class EatsMemoryAfter(int requests) : Fault
{
    private const int Bytes = 512 << 20;

    private int _answered;

    public override Task AnswerAsync(HttpContext context)
    {
        if (Interlocked.Increment(ref _answered) == requests + 1)
            NativeMemory.Fill(NativeMemory.Alloc(Bytes), Bytes, 1);
        return base.AnswerAsync(context);
    }
}
