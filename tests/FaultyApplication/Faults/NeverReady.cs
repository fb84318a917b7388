namespace FaultyApplication.Faults;

internal sealed class NeverReady : Fault
{
    public override Task BeforeListeningAsync()
    {
        Console.WriteLine("thinking");
        return Task.Delay(Timeout.InfiniteTimeSpan);
    }
}
