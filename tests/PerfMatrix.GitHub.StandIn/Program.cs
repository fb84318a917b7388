using PerfMatrix.GitHub.StandIn;

// PerfMatrix.GitHub.StandIn OWNER/NAME: prints the address for GITHUB_API_URL, and serves until its standard input ends.
await using var server = await StandInServer.StartAsync(args is [var repository, ..] ? repository : "octo/perf");
Console.WriteLine(server.Api);
while (await Console.In.ReadLineAsync() is not null)
{
    // Whatever is written keeps it alive; only the end counts, so that it never outlives the test that started it.
}
