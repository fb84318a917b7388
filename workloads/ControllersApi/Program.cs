using PerfMatrix.Probe;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddControllers();

var app = builder.Build();
app.MapControllers();
app.MapPerfMatrixProbe();

// The line that crank waits for (readyStateText).
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("Application started"));
app.Run();
