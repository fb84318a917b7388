namespace FaultyApplication.Faults;

internal sealed class DiesAfter(int requests) : Fault
{
    private int _answered;

    public override Task AnswerAsync(HttpContext context)
    {
        if (Interlocked.Increment(ref _answered) > requests)
            Environment.FailFast("dies on purpose");
        return base.AnswerAsync(context);
    }
}
