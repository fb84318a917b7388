namespace FaultyApplication;

/// <summary>One way to behave; by itself the good one.</summary>
internal class Fault
{
    private const string Hello = """{"message":"hello"}""";

    /// <summary>Happens before the application listens.</summary>
    public virtual Task BeforeListeningAsync() => Task.CompletedTask;

    public virtual void Configure(IServiceCollection services)
    {
    }

    public virtual Task AnswerAsync(HttpContext context) =>
        context.Request.Path.Value is "/" or "/hello" ? AnswerAsync(context, Hello) : NotFoundAsync(context);

    protected static Task AnswerAsync(HttpContext context, string json)
    {
        context.Response.ContentType = "application/json";
        context.Response.ContentLength = json.Length;
        return context.Response.WriteAsync(json);
    }

    private static Task NotFoundAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }
}
