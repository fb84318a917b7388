using PerfMatrix.GitHub.StandIn.Endpoints;

namespace PerfMatrix.GitHub.StandIn;

/// <summary>Gives the answers that were ordered instead of the real ones.</summary>
internal static class Faults
{
    public static async Task AnswerAsync(StandInState state, HttpContext context, RequestDelegate next)
    {
        var path = context.Request.Path.Value ?? "";
        if (path.StartsWith(ControlEndpoints.Prefix, StringComparison.Ordinal)
            || state.Faults.FirstOrDefault(fault => fault.Hits(context.Request.Method, path)) is not { } fault)
        {
            await next(context);
            return;
        }

        if (fault.CarriedOut) await CarryOutAsync(context, next);
        if (fault.Status == 0)
        {
            context.Abort();
            return;
        }

        context.Response.StatusCode = fault.Status;
        foreach (var (name, value) in fault.Headers) context.Response.Headers[name] = value;
        await context.Response.WriteAsync(fault.Body);
    }

    private static async Task CarryOutAsync(HttpContext context, RequestDelegate next)
    {
        var answer = context.Response.Body;
        context.Response.Body = Stream.Null;
        await next(context);
        context.Response.Body = answer;
        context.Response.Headers.Clear();
    }
}

/// <summary>Without a token the real service answers 404 to what is private; here everything is.</summary>
internal static class Tokens
{
    /// <summary>Both are taken; octokit sends the second.</summary>
    private static readonly string[] s_schemes = ["Bearer ", "token "];

    public static Task RequireAsync(HttpContext context, RequestDelegate next)
    {
        var isOpen = context.Request.Path.StartsWithSegments(ControlEndpoints.Prefix, StringComparison.Ordinal);
        var sent = context.Request.Headers.Authorization.ToString();
        if (isOpen || s_schemes.Any(scheme => sent.Length > scheme.Length && sent.StartsWith(scheme, StringComparison.Ordinal))) return next(context);
        context.Response.StatusCode = StatusCodes.Status401Unauthorized;
        return context.Response.WriteAsync("{\"message\":\"Requires authentication\"}");
    }
}

/// <summary>Pages of a list, with the header that leads to the next one.</summary>
internal static class Paging
{
    private const int Usual = 30;
    private const int Most = 100;

    public static IReadOnlyList<T> Page<T>(HttpContext context, IReadOnlyList<T> all)
    {
        var size = Math.Clamp(Number(context, "per_page", Usual), 1, Most);
        var page = Math.Max(1, Number(context, "page", 1));
        if (page * size < all.Count)
        {
            var query = context.Request.Query.Where(parameter => parameter.Key != "page")
                .Select(parameter => $"{parameter.Key}={Uri.EscapeDataString(parameter.Value.ToString())}");
            context.Response.Headers.Link =
                $"<{context.Request.Scheme}://{context.Request.Host}{context.Request.Path}?{string.Join('&', query.Append($"page={page + 1}"))}>; "
                + $"rel=\"next\"";
        }

        return [.. all.Skip((page - 1) * size).Take(size)];
    }

    private static int Number(HttpContext context, string name, int otherwise) =>
        int.TryParse(context.Request.Query[name], out var number) ? number : otherwise;
}
