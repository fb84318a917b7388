namespace FaultyApplication.Faults;

internal sealed class CloseConnection : Fault
{
    public override Task AnswerAsync(HttpContext context)
    {
        context.Response.Headers.Connection = "close";
        return base.AnswerAsync(context);
    }
}
