namespace FaultyApplication.Faults;

internal sealed class ExitAtOnce : Fault
{
    public override Task BeforeListeningAsync()
    {
        Console.Error.WriteLine("first line");
        Console.Error.WriteLine("second line");
        Console.Error.WriteLine("the configuration is broken");
        Environment.Exit(3);
        return Task.CompletedTask;
    }
}
