namespace FaultyApplication.Faults;

internal sealed class HugeLines : Fault
{
    public override async Task BeforeListeningAsync()
    {
        await Console.Error.WriteLineAsync(new string('x', 1 << 20));
        for (var line = 1; line <= 30; line++)
            await Console.Error.WriteLineAsync($"line {line}");
    }
}
