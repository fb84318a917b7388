using System.Text;
using Spectre.Console;

namespace PerfMatrix.Tests.Reporting;

/// <summary>A console of fixed width that keeps what is written.</summary>
internal sealed class TestConsole
{
    private readonly StringBuilder _written = new();

    public TestConsole(int width = 120, bool colours = false, bool unicode = true)
    {
        Console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = colours ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = colours ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(new StringWriter(_written) { NewLine = "\n" }),
        });
        Console.Profile.Width = width;
        Console.Profile.Capabilities.Unicode = unicode;
    }

    public IAnsiConsole Console { get; }

    /// <summary>What was written, without the blanks Spectre pads lines with.</summary>
    public string Output => string.Join('\n', _written.ToString().Split('\n').Select(line => line.TrimEnd()));
}
