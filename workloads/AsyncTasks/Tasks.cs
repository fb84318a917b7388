using BenchmarkDotNet.Attributes;

namespace AsyncTasks;

/// <summary>
/// What it costs to wait for N tasks. Cases after the collection of C# benchmarks that answered Piotr Kolaczkowski, "How Much Memory Do You Need to Run 1 Million
/// Concurrent Tasks?" (2023). N and the delay come from the environment: <c>ASYNC_TASKS_N</c> (default 1,000,000), <c>ASYNC_TASKS_DELAY_MS</c> (default 10,000).
/// </summary>
[MemoryDiagnoser, ThreadingDiagnoser]
public class Tasks
{
    private const string Text = "the same string";

    // Static as the constant of the original is: a lambda that reads a field of the instance is a new delegate of 64 bytes for every task.
    private static readonly TimeSpan s_delay =
        TimeSpan.FromMilliseconds(FromEnvironment("ASYNC_TASKS_DELAY_MS", 10_000) * (1 + (FromEnvironment("PERFMATRIX_OPERATION", 0) / 100.0)));

    private static readonly int s_extraBytes = FromEnvironment("PERFMATRIX_OPERATION_BYTES", 0);

    // One that nobody could see might be put on the stack.
    private static byte[]? s_extra;

    /// <summary>Number of tasks.</summary>
    [ParamsSource(nameof(Numbers))]
    public int N { get; set; }

    public static IEnumerable<int> Numbers => [FromEnvironment("ASYNC_TASKS_N", 1_000_000)];

    /// <summary>The code of the original comparison: every delay inside a task of its own, in a list that grows.</summary>
    [Benchmark(Baseline = true)]
    public Task Baseline()
    {
        AllocateExtra();
        var tasks = new List<Task>();
        AddRunningDelays(tasks);
        return Task.WhenAll(tasks);
    }

    /// <summary>The list has its final size from the start.</summary>
    [Benchmark]
    public Task InitialCapacity()
    {
        AllocateExtra();
        var tasks = new List<Task>(N);
        AddRunningDelays(tasks);
        return Task.WhenAll(tasks);
    }

    /// <summary>What the growing list costs by itself.</summary>
    [Benchmark]
    public List<string> ListOnly() => Fill(new List<string>());

    /// <summary>What a list of the final size costs by itself.</summary>
    [Benchmark]
    public List<string> ListOnlyInitialCapacity() => Fill(new List<string>(N));

    /// <summary>The delays are the tasks; nothing is queued to run them.</summary>
    [Benchmark]
    public Task WithoutTaskRun()
    {
        AllocateExtra();
        var tasks = new List<Task>();
        for (var i = 0; i < N; i++)
            tasks.Add(Task.Delay(s_delay));
        return Task.WhenAll(tasks);
    }

    /// <summary>One delay, and N tasks that continue it.</summary>
    [Benchmark]
    public Task SharedDelayManyTasks()
    {
        AllocateExtra();
        var delay = Task.Delay(s_delay);
        var tasks = new List<Task>();
        for (var i = 0; i < N; i++)
            tasks.Add(delay.ContinueWith(_ => { }, TaskScheduler.Current));
        return Task.WhenAll(tasks);
    }

    /// <summary>One delay, waited for N times.</summary>
    [Benchmark]
    public Task SharedDelayOneTask()
    {
        AllocateExtra();
        var delay = Task.Delay(s_delay);
        var tasks = new List<Task>();
        for (var i = 0; i < N; i++)
            tasks.Add(delay);
        return Task.WhenAll(tasks);
    }

    private void AddRunningDelays(List<Task> tasks)
    {
        for (var i = 0; i < N; i++)
            tasks.Add(Task.Run(static async () => await Task.Delay(s_delay)));
    }

    private List<string> Fill(List<string> list)
    {
        AllocateExtra();
        for (var i = 0; i < N; i++)
            list.Add(Text);
        return list;
    }

    // The header, type and length of an array are 24 bytes.
    private static void AllocateExtra()
    {
        if (s_extraBytes > 0) s_extra = new byte[s_extraBytes - 24];
    }

    private static int FromEnvironment(string name, int otherwise) => int.TryParse(Environment.GetEnvironmentVariable(name), out var number) ? number : otherwise;
}
