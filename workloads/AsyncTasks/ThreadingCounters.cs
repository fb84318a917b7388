using BenchmarkDotNet.Analysers;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Validators;

namespace AsyncTasks;

/// <summary>
/// Lock contentions (<c>Monitor.LockContentionCount</c>) and completed work items (<c>ThreadPool.CompletedWorkItemCount</c>) of the extra iteration that
/// BenchmarkDotNet runs for its memory statistics. Its own ThreadingDiagnoser reads the same, but refuses .NET 10 by comparing versions.
/// </summary>
internal sealed class ThreadingCounters : IDiagnoser
{
    public IEnumerable<string> Ids => [nameof(ThreadingCounters)];

    public IEnumerable<IExporter> Exporters => [];

    public IEnumerable<IAnalyser> Analysers => [];

    public RunMode GetRunMode(BenchmarkCase benchmarkCase) => RunMode.NoOverhead;

    public void Handle(HostSignal signal, DiagnoserActionParameters parameters)
    {
    }

    public void DisplayResults(ILogger logger)
    {
    }

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) => [];

    public IEnumerable<Metric> ProcessResults(DiagnoserResults results)
    {
        var operations = (double)Math.Max(1, results.ThreadingStats.TotalOperations);
        yield return new Metric(Counter.WorkItems, results.ThreadingStats.CompletedWorkItemCount / operations);
        yield return new Metric(Counter.Contentions, results.ThreadingStats.LockContentionCount / operations);
    }

    /// <summary>A column and its name in the JSON, which is that of BenchmarkDotNet's own diagnoser.</summary>
    private sealed record Counter(string Id, string DisplayName, string Legend) : IMetricDescriptor
    {
        public static readonly Counter WorkItems = new("CompletedWorkItemCount", "Completed Work Items", "Work items that the thread pool completed, per operation");

        public static readonly Counter Contentions = new("LockContentionCount", "Lock Contentions", "Contentions on a monitor's lock, per operation");

        public string NumberFormat => "#0.0000";

        public UnitType UnitType => UnitType.Dimensionless;

        public string Unit => "Count";

        public bool TheGreaterTheBetter => false;

        public int PriorityInCategory => 0;

        public bool GetIsAvailable(Metric metric) => true;
    }
}
