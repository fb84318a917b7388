using System.Diagnostics;

namespace FaultyApplication.Faults;

internal sealed class HasChild : Fault
{
    private Process? _child;

    public override Task BeforeListeningAsync()
    {
        _child = Process.Start("sleep", "600");
        return Task.CompletedTask;
    }

    public override Task AnswerAsync(HttpContext context) =>
        context.Request.Path == "/child" ? AnswerAsync(context, $"{_child!.Id}") : base.AnswerAsync(context);
}
