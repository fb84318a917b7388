using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Simulation;

public sealed class PublishedTableTests
{
    [Fact]
    public void Rows_have_the_same_names_in_every_culture()
    {
        using var culture = new CultureScope();
        Assert.Contains("unchanged, sigma 1 %, bias 0.5 %", PublishedTable.Scenarios.Select(scenario => scenario.Name));
    }
}
