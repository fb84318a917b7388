namespace PerfMatrix.Load.Http;

internal static class RequestBytes
{
    /// <summary>The request in HTTP/1.1, with Host, and Content-Length when there is a body.</summary>
    public static byte[] Render(LoadSettings load, Uri target)
    {
        if (!load.Path.StartsWith('/'))
            throw new FormatException($"The path of a request begins with '/'; found '{load.Path}'.");

        var head = new StringBuilder();
        head.Append(
            CultureInfo.InvariantCulture, $"{OneLine("method", load.Method)} {OneLine("path", load.Path)} HTTP/1.1\r\nHost: {target.Authority}\r\n");
        foreach (var (name, value) in load.Headers)
            head.Append(CultureInfo.InvariantCulture, $"{OneLine("header name", name)}: {OneLine("header", value)}\r\n");

        var body = load.Body is null ? [] : Encoding.UTF8.GetBytes(load.Body);
        if (load.Body is not null) head.Append(CultureInfo.InvariantCulture, $"Content-Length: {body.Length}\r\n");
        return [.. Encoding.UTF8.GetBytes(head.Append("\r\n").ToString()), .. body];
    }

    private static string OneLine(string what, string text) =>
        text.AsSpan().ContainsAny('\r', '\n') ? throw new FormatException($"The {what} '{text.ReplaceLineEndings("\\n")}' holds a line break.")
        : text;
}
