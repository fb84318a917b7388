namespace PerfMatrix.Commands;

/// <summary><c>site build</c> and <c>site serve</c>: the trend site as files, or in a browser on this machine.</summary>
internal static class SiteCommand
{
    /// <param name="demo">Generates the history of <c>--demo</c> where it is not there yet, says so, and returns its folder.</param>
    public static Command Create(Func<TextWriter, string> demo) => new("site", "Builds or serves the trend site.") { Build(), Serve(demo) };

    private static Command Build()
    {
        var folder =
            new Option<string>("--out") { Description = "Folder to write the site to, e.g. a checkout of the gh-pages branch.", Required = true };
        var history = HistoryOption();
        var articles = new Option<string?>("--articles").Help(
            "Folder of reports that `report gc --out NAME.json` wrote, or of such folders; the newest of each becomes a page.");
        var command = new Command("build", "Writes the site as files, together with the history if one is given.") { folder, history, articles };
        command.SetAction(line =>
        {
            var target = line.GetRequiredValue(folder);
            if (line.GetValue(history) is { } source && Path.GetFullPath(source) != Path.GetFullPath(target)) SiteFiles.CopyHistory(source, target);
            if (line.GetValue(articles) is { } reports) ArticlePages.Add(reports, target);
            SiteFiles.Write(target, Workspace.Policy());
            line.InvocationConfiguration.Output.WriteLine(
                $"Site: {Path.Combine(target, "index.html")} (it loads its data from the same folder, so it needs a server: perfmatrix site serve "
                    + $"--history {target})");
        });
        return command;
    }

    private static Command Serve(Func<TextWriter, string> generate)
    {
        var history = HistoryOption();
        var demo = new Option<bool>("--demo") { Description = "Show a generated history (200 cells x 1,000 runs) and this checkout's articles." };
        var port = new Option<int>("--port") { Description = "Port on loopback (default: a free one)." }.Between(0, 65535);
        var command = new Command("serve", "Serves the site for a browser on this machine; no other machine can reach it.") { history, demo, port };
        command.Exclude(demo, history, "one history is shown, so give one of them");
        command.SetAction((line, cancellation) => ServeAsync(line.GetValue(demo) ? generate(line.InvocationConfiguration.Output)
            : Folder(line.GetValue(history)), line.GetValue(port), line.InvocationConfiguration.Output, cancellation));
        return command;
    }

    private static Option<string?> HistoryOption() => new("--history") { Description = "Folder of the history: a checkout of the gh-pages branch." };

    private static string Folder(string? history)
    {
        if (history is null) throw new UsageException(
            "site serve needs --history with the folder of a history, e.g. a checkout of the gh-pages branch, or --demo for a generated one.");
        SiteFiles.RequireHistory(history);
        return history;
    }

    private static async Task ServeAsync(string history, int port, TextWriter output, CancellationToken cancellation)
    {
        using var server = SiteServer.Start(new SiteContent(history, Workspace.Policy()), port);
        await output.WriteLineAsync($"Site: {server.Address} (Ctrl-C ends it)");
        await output.FlushAsync(cancellation);
        await server.RunAsync(cancellation);
    }
}
