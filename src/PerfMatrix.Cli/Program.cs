using PerfMatrix.Cli;
using PerfMatrix.Commands;

return await CommandLine.RunAsync(Contents.Of(Consoles.Create(), Console.Out, Console.Error), args, Console.Out, Console.Error);
