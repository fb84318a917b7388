using System.CommandLine;
using System.ComponentModel;
using PerfMatrix.Load.Commands;

var root = new RootCommand("The load job of perfmatrix: conductor of a block, and load generator.")
{
    ConductCommand.Create(),
    LoadCommand.Create(),
};

try
{
    return await root.Parse(args).InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
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
