namespace FaultyApplication.Faults;

/// <summary>Works in the background from the first request on, as a runtime that compiles hot code, until it has used so much CPU time.</summary>
internal sealed class WorksBehind(TimeSpan cpu) : Fault
{
    private int _isAtWork;

    public override Task AnswerAsync(HttpContext context)
    {
        if (Interlocked.Exchange(ref _isAtWork, 1) == 0) new Thread(Work) { IsBackground = true }.Start();
        return base.AnswerAsync(context);
    }

    private void Work()
    {
        while (Environment.CpuUsage.TotalTime < cpu) Thread.SpinWait(1000);
    }
}
