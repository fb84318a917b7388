using PerfMatrix.Cli;
using PerfMatrix.Commands;

return await CommandLine.RunAsync(Contents.Of(new(Consoles.Create())), args, Console.Out, Console.Error);
