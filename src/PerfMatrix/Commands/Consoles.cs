using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary>The console that tables go to.</summary>
internal static class Consoles
{
    /// <summary>Width of tables that go to a file or a pipe, where there is no terminal to ask.</summary>
    private const int WidthWithoutTerminal = 120;

    /// <summary>The process's console. <c>NO_COLOR</c> is honoured by Spectre.Console itself.</summary>
    public static IAnsiConsole Create()
    {
        if (!Console.IsOutputRedirected)
            return AnsiConsole.Create(new AnsiConsoleSettings());
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, ColorSystem = ColorSystemSupport.NoColors, Interactive = InteractionSupport.No });
        console.Profile.Width = WidthWithoutTerminal;
        return console;
    }
}
