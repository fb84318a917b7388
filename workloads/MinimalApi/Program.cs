using MinimalApi;
using PerfMatrix.Probe;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();

var app = builder.Build();
app.MapHello();
app.MapCall();
app.MapValues();
app.MapLive();
app.MapPerfMatrixProbe();

// The line that crank waits for (readyStateText).
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("Application started"));
app.Run();
