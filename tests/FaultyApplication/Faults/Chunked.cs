namespace FaultyApplication.Faults;

internal sealed class Chunked : Fault
{
    public override async Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync("""{"message":""");
        await context.Response.Body.FlushAsync();
        await context.Response.WriteAsync("\"hello\"}");
    }
}
