namespace FaultyApplication.Faults;

/// <summary>Before it listens, lets its thread pool starve: when it gets a line, blocks threads until the runtime has added some, then writes a
/// line and waits for another one.</summary>
internal sealed class Starves : Fault
{
    private const int Added = 3;

    public override Task BeforeListeningAsync()
    {
        Console.WriteLine("waiting");
        Console.ReadLine();
        var enough = Math.Max(ThreadPool.ThreadCount, Environment.ProcessorCount) + Added;
        var blocked = 0;
        using var free = new ManualResetEventSlim();
        for (var i = 0; i < enough; i++) ThreadPool.QueueUserWorkItem(_ => Block());
        free.Wait();
        Console.WriteLine("starved");
        Console.ReadLine();
        return Task.CompletedTask;

        void Block()
        {
            if (Interlocked.Increment(ref blocked) == enough) free.Set();
            free.Wait();
        }
    }
}
