using LargeJson;
using PerfMatrix.Probe;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();

var app = builder.Build();
app.MapSerialized();
app.MapStreamed();
app.MapPerfMatrixProbe();

// The line that crank waits for (readyStateText).
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("Application started"));
app.Run();
