namespace PerfMatrix.Load.Commands;

/// <summary><c>load --url …</c>: a plain load on one address, without launcher; what plain crank runs, and what is compared with wrk.</summary>
internal static class LoadCommand
{
    private static readonly Option<Uri> s_url =
        new("--url") { Description = "Address and path of the request.", Required = true, CustomParser = ParseUrl };
    private static readonly Option<string> s_method = new("--method") { Description = "HTTP method.", DefaultValueFactory = _ => "GET" };
    private static readonly Option<string[]> s_header = new("--header") { Description = "Request header 'Name: value'; repeatable." };
    private static readonly Option<string?> s_body = new("--body") { Description = "Request body." };
    private static readonly Option<int> s_connections =
        new("--connections") { Description = "Keep-alive connections.", DefaultValueFactory = _ => 32 };
    private static readonly Option<int> s_threads =
        new("--threads") { Description = "Threads; each drives its share of the connections.", DefaultValueFactory = _ => 1 };
    private static readonly Option<double> s_duration = new("--duration") { Description = "Measured seconds.", DefaultValueFactory = _ => 10 };
    private static readonly Option<double> s_warmup =
        new("--warmup") { Description = "Seconds of load before measuring.", DefaultValueFactory = _ => 0 };
    private static readonly Option<long?> s_requests = new("--requests") { Description = "Stop after this many requests instead of by time." };
    private static readonly Option<double> s_pause =
        new("--pause") { Description = "Milliseconds a connection rests between an answer and its next request.", DefaultValueFactory = _ => 0 };
    private static readonly Option<string?> s_rate =
        new("--rate") { Description = "Open loop by a schedule such as '0..300/20s 300/7m 300..0/10s'." };
    private static readonly Option<string> s_responseLength =
        new("--response-length") { Description = "Body length every answer must have: first, any or a number.", DefaultValueFactory = _ => "first" };
    private static readonly Option<string?> s_certificate =
        new("--certificate") { Description = "For https: SHA-256 of the server's certificate, in hexadecimal; no other is accepted." };
    private static readonly Option<int[]> s_cpus = new("--cpus") { Description = "CPUs to run on; repeatable." };

    public static Command Create()
    {
        var command = new Command("load", "Puts load on one address and prints crank statistics.")
        {
            s_url, s_method, s_header, s_body, s_connections, s_threads, s_duration, s_warmup, s_requests, s_pause, s_rate, s_responseLength,
                s_certificate, s_cpus,
        };
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult arguments)
    {
        var url = arguments.GetRequiredValue(s_url);
        var load = Settings(arguments, url);
        using var generator = new LoadGenerator([new Target(url, load, arguments.GetValue(s_certificate))], load, arguments.GetValue(s_cpus) ?? []);
        if (generator.Prime(0) is { } wrong) throw new FormatException($"{url}: {wrong}.");
        WarmUp(generator, TimeSpan.FromSeconds(arguments.GetValue(s_warmup)));
        var result = generator.RunLoad(0, new Slice(TimeSpan.FromSeconds(arguments.GetValue(s_duration)), TimeSpan.Zero));
        var tally = generator.TakeTally(0);
        var output = arguments.InvocationConfiguration.Output;
        PrintSummary(output, result, tally, generator.Rate);
        CrankStatistics.Write(output, TimeProvider.System.GetUtcNow(), result, tally, withLatency: generator.Rate?.IsSustained != false);
        return 0;
    }

    private static LoadSettings Settings(ParseResult arguments, Uri url) => new()
    {
        Method = arguments.GetRequiredValue(s_method),
        Path = url.PathAndQuery,
        Headers = (arguments.GetValue(s_header) ?? []).Select(ParseHeader).ToDictionary(StringComparer.OrdinalIgnoreCase),
        Body = arguments.GetValue(s_body),
        Connections = arguments.GetValue(s_connections),
        Threads = arguments.GetValue(s_threads),
        ResponseLength = arguments.GetRequiredValue(s_responseLength),
        Requests = arguments.GetValue(s_requests),
        Pause = TimeSpan.FromMilliseconds(arguments.GetValue(s_pause)),
        Rate = arguments.GetValue(s_rate),
    };

    private static Uri? ParseUrl(System.CommandLine.Parsing.ArgumentResult result)
    {
        if (Uri.TryCreate(result.Tokens[0].Value, UriKind.Absolute, out var url)
            && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps))
            return url;
        result.AddError($"--url: found '{result.Tokens[0].Value}', expected an address such as http://127.0.0.1:5000/hello.");
        return null;
    }

    private static KeyValuePair<string, string> ParseHeader(string header)
    {
        var colon = header.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 ? new(header[..colon].Trim(), header[(colon + 1)..].Trim())
            : throw new FormatException($"--header: found '{header}', expected 'Name: value'.");
    }

    private static void WarmUp(LoadGenerator generator, TimeSpan length)
    {
        if (length <= TimeSpan.Zero) return;
        generator.RunSlice(0, new Slice(length, TimeSpan.Zero));
        generator.TakeTally(0);
    }

    private static void PrintSummary(TextWriter output, SliceResult result, SliceTally tally, RateOutcome? rate)
    {
        output.WriteLine($"{result.Requests} requests in {result.Elapsed.TotalSeconds:0.00} s, "
            + $"{result.Requests / result.Elapsed.TotalSeconds:0} requests/s, {result.Failed} failed");
        if (result.Failed > 0) output.WriteLine(tally.Errors.Describe(null));
        if (rate is { IsSustained: false }) output.WriteLine(rate.Describe() + " Latency is left out.");
    }
}
