namespace FaultyApplication.Faults;

internal sealed class Echo : Fault
{
    public override Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentLength = context.Request.ContentLength;
        return context.Request.Body.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}
