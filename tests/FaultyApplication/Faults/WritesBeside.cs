namespace FaultyApplication.Faults;

internal sealed class WritesBeside : Fault
{
    public override async Task BeforeListeningAsync()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "shop.db");
        await using var database = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose);
    }
}
