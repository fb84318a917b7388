using System.Globalization;
using System.Text.Json;

namespace PerfMatrix.Tests;

/// <summary>Every program writes numbers and dates alike, whatever the language of its user is, so that no code has to name a culture.</summary>
public sealed class InvariantCultureTests
{
    [Theory]
    [InlineData("PerfMatrix")]
    [InlineData("PerfMatrix.Launcher")]
    [InlineData("PerfMatrix.Load")]
    public void A_program_knows_no_culture(string program)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, $"{program}.runtimeconfig.json")));
        var settings = json.RootElement.GetProperty("runtimeOptions").GetProperty("configProperties");

        Assert.True(settings.GetProperty("System.Globalization.Invariant").GetBoolean());
    }

    [Fact]
    public void Without_cultures_none_can_be_the_current_one()
    {
        Assert.Throws<CultureNotFoundException>(() => new CultureInfo("de-DE"));
        Assert.Equal("1,234.5", $"{1234.5:N1}");
    }
}
