namespace FaultyApplication.Faults;

internal sealed class WrongLengthAfter(int requests) : Fault
{
    private int _answered;

    public override Task AnswerAsync(HttpContext context) => Interlocked.Increment(ref _answered) > requests
        ? AnswerAsync(context, """{"message":"hello, and then some"}""")
        : base.AnswerAsync(context);
}
