using System.Diagnostics;

namespace FaultyApplication.Faults;

internal sealed class NotFound(TimeSpan? until = null) : Fault
{
    private readonly Stopwatch _since = new();

    public override Task AnswerAsync(HttpContext context)
    {
        _since.Start();
        if (until is { } time && _since.Elapsed >= time) return base.AnswerAsync(context);
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }
}
