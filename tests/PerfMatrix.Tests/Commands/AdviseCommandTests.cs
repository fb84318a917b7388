using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class AdviseCommandTests
{
    [Theory]
    [InlineData("advise gc runs/a", true)]
    [InlineData("advise gc runs/a runs/b", false)]
    [InlineData("report gc runs/a runs/b", true)]
    public void Advice_is_about_one_run_and_a_report_may_be_of_several(string line, bool isRight)
    {
        var context = new CommandContext(new TestConsole().Console);
        var root = new RootCommand { AdviseCommand.Create(context), new Command("report") { ReportGcCommand.Create(context) } };

        var errors = root.Parse(line.Split(' ')).Errors;

        Assert.Equal(isRight, errors.Count == 0);
        Assert.All(errors, error => Assert.Contains("runs/b", error.Message, StringComparison.Ordinal));
    }
}
