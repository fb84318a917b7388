// A small real web application whose behaviour is chosen by the environment variable FAULT, for tests that need a real process:
//
//   none                  answers GET / and /hello with {"message":"hello"} (also when FAULT is not set)
//   exit-at-once          writes three lines to standard error and exits with code 3
//   never-ready           runs, but never listens
//   error-500             answers every request with status 500
//   dies-after:N          kills itself (SIGABRT, exit code 134) on request N + 1
//   eats-memory-after:N   takes 512 MiB on request N + 1, and keeps them
//   wrong-length-after:N  answers N requests as it should, then with a longer body
//   slow:MS               waits MS milliseconds before each answer
//   stalls:MS             answers nothing in the last MS milliseconds of every tenth of a second
//   starves               before it listens, lets its thread pool starve once a line comes on standard input
//   ignores-sigterm       goes on after SIGTERM
//   chunked               answers with a chunked body
//   huge-lines            writes one line of a megabyte and thirty short ones to standard error, then behaves
//   close-connection      closes the connection after each answer
//   echo                  answers with the body of the request
//   bad-probe             answers the requests for its probe with cut JSON
//   not-found             answers every request with status 404
//   not-found-for:MS      does so until MS milliseconds after the first request
//   has-child             starts a process of its own that sleeps; GET /child answers its id
//   writes-beside         writes a file into its own folder before it listens
//   works-behind:MS       works in the background from the first request on, until it has used MS milliseconds of CPU time
//
// It listens on ASPNETCORE_URLS, for https with the certificate that Kestrel's settings name. Each fault is a file in Faults/.
using FaultyApplication;

var fault = FaultCatalogue.Parse(Environment.GetEnvironmentVariable("FAULT"));
await fault.BeforeListeningAsync();

var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
builder.Configuration.AddEnvironmentVariables("ASPNETCORE_");
builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration()
    .ConfigureKestrel((host, kestrel) => kestrel.Configure(host.Configuration.GetSection("Kestrel")));
builder.WebHost.UseUrls(Environment.GetEnvironmentVariable("ASPNETCORE_URLS") ?? "http://127.0.0.1:5000");
fault.Configure(builder.Services);
await using var application = builder.Build();
application.Run(fault.AnswerAsync);
await application.RunAsync();
return 0;
