using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class UpgradeReportCommandTests : IDisposable
{
    private static readonly string s_run = Checkout.File("reports/samples/run.json");

    private readonly TemporaryFolder _folder = new();
    private readonly TestConsole _console = new();
    private readonly StringWriter _output = new();

    public void Dispose()
    {
        _output.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void It_is_a_part_of_report_and_shows_the_run()
    {
        Assert.Equal(0, Invoke("--from", "net8.0", "--to", "net10.0", s_run));
        Assert.StartsWith("From net8.0 to net10.0", _console.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--format markdown", "## From server to datas")]
    [InlineData("--json", "\"axis\": \"gc\"")]
    public void Other_formats_go_to_standard_output_or_a_file(string options, string expected)
    {
        var file = _folder["report"];
        Assert.Equal(0, Invoke([s_run, "--from", "server", "--to", "datas", .. options.Split(' ')]));
        Assert.Equal(0, Invoke([s_run, "--from", "server", "--to", "datas", .. options.Split(' '), "--output", file]));

        Assert.Contains(expected, _output.ToString(), StringComparison.Ordinal);
        Assert.Equal(_output.ToString(), File.ReadAllText(file));
    }

    [Fact]
    public void A_report_about_nothing_is_incomplete() => Assert.Equal(3, Invoke(s_run, "--from", "net8.0", "--to", "net11.0"));

    [Fact]
    public void Both_ends_must_be_named() => Assert.NotEqual(0, Invoke(s_run, "--from", "net8.0"));

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { ReportCommand.Create(new(_console.Console)) };
        using var error = new StringWriter();
        return root.Parse(["report", "upgrade", .. arguments]).Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Error = error,
            Output = _output,
        });
    }
}
