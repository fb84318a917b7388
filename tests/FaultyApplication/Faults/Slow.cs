namespace FaultyApplication.Faults;

internal sealed class Slow(TimeSpan delay) : Fault
{
    public override async Task AnswerAsync(HttpContext context)
    {
        await Task.Delay(delay, context.RequestAborted);
        await base.AnswerAsync(context);
    }
}
