namespace FaultyApplication.Faults;

internal sealed class Error500 : Fault
{
    public override Task AnswerAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status500InternalServerError;
        return AnswerAsync(context, """{"error":"broken"}""");
    }
}
