using LargeJson;
using PerfMatrix.Probe;

var builder = WebApplication.CreateBuilder(args);
// The console logger of the template, with the filter of its appsettings.json: what the experiment ran with.
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);

var app = builder.Build();
app.MapSerialized();
app.MapStreamed();
app.MapPerfMatrixProbe();

// The line that crank waits for (readyStateText).
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("Application started"));
using var collector = PeriodicCollection.Start();
app.Run();
