namespace FaultyApplication;

/// <summary>One way to behave; by itself the good one.</summary>
internal class Fault
{
    private const string Hello = """{"message":"hello"}""";

    /// <summary>Happens before the application listens.</summary>
    public virtual Task BeforeListeningAsync() => Task.CompletedTask;

    /// <summary>Changes the host of the application.</summary>
    public virtual void Configure(IServiceCollection services)
    {
    }

    /// <summary>Answers a request.</summary>
    public virtual Task AnswerAsync(HttpContext context) =>
        context.Request.Path.Value is "/" or "/hello" ? AnswerAsync(context, Hello) : NotFoundAsync(context);

    /// <summary>Answers with a JSON text and its length.</summary>
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
