namespace FaultyApplication.Faults;

/// <summary>Answers nothing in the last part of every tenth of a second.</summary>
internal sealed class Stalls(int milliseconds) : Fault
{
    private const int Period = 100;

    public override async Task AnswerAsync(HttpContext context)
    {
        while (Environment.TickCount64 % Period >= Period - milliseconds)
            await Task.Delay(1, context.RequestAborted);
        await base.AnswerAsync(context);
    }
}
