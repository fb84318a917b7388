using PerfMatrix.Load.Commands;

var root = new RootCommand("The load job of perfmatrix: conductor of a block, and load generator.")
{
    ConductCommand.Create(),
    LoadCommand.Create(),
};

try
{
    // Signals are ours: the library would wait for the slice under way, and end the process before a timeline is written.
    return await root.Parse(args).InvokeAsync(new InvocationConfiguration
    {
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = null,
    });
}
catch (Exception exception) when (exception is FormatException or IOException or UnauthorizedAccessException or Win32Exception)
{
    await Console.Error.WriteLineAsync($"PerfMatrix.Load: {exception.Message}");
    return 2;
}
catch (OperationCanceledException)
{
    return 130;
}
