using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class ReportCommandTests : IDisposable
{
    private readonly TemporaryFolder _runs = new();
    private readonly TestConsole _console = new();
    private readonly StringWriter _output = new();
    private readonly RunFolder _folder;

    public ReportCommandTests()
    {
        _folder = RunFolder.Create(_runs.Root, "20261121T075012345Z-7f3a");
        RunDocument.File.Write(_folder.Document, SampleRun.Create());
    }

    public void Dispose()
    {
        _output.Dispose();
        _runs.Dispose();
    }

    [Fact]
    public void The_newest_run_of_a_folder_is_shown()
    {
        Assert.Equal(0, Invoke(_runs.Root));
        Assert.Contains("Fastest: net10.0 server", _console.Output, StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    [Theory]
    [InlineData("--format markdown", "### hello-minimal, 2 cores")]
    [InlineData("--json", "\"scenario\": \"hello-minimal\"")]
    [InlineData("--format html", "perfmatrix-data")]
    public void Other_formats_go_to_standard_output_or_a_file(string options, string expected)
    {
        var file = _runs["report"];
        Assert.Equal(0, Invoke([_folder.Document, .. options.Split(' ')]));
        Assert.Equal(0, Invoke([_folder.Document, .. options.Split(' '), "--output", file]));

        Assert.Contains(expected, _output.ToString(), StringComparison.Ordinal);
        Assert.Equal(_output.ToString(), File.ReadAllText(file));
    }

    [Fact]
    public void An_unknown_format_is_refused() => Assert.NotEqual(0, Invoke(_folder.Root, "--format", "pdf"));

    [Fact]
    public void A_folder_without_runs_is_wrong_usage() => Assert.Throws<UsageException>(() => Invoke(_runs["nothing"]));

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { ReportCommand.Create(new(_console.Console)) };
        using var error = new StringWriter();
        return root.Parse(["report", .. arguments]).Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Error = error,
            Output = _output,
        });
    }
}
