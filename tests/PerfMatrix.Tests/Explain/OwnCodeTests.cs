using PerfMatrix.Explain;

namespace PerfMatrix.Tests.Explain;

public sealed class OwnCodeTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_project_is_known_by_its_assembly_whatever_it_is_called_itself()
    {
        var code = Written("""
            {
              "targets": {
                "net10.0/linux-x64": {
                  "Shop/1.0.0": { "runtime": { "Shop.dll": {} } },
                  "Orders.Domain/1.0.0": { "runtime": { "Acme.Orders.dll": { "assemblyVersion": "1.0.0" } } },
                  "Dapper/2.1.0": { "runtime": { "lib/net8.0/Dapper.dll": {} } },
                  "Only.Sources/1.0.0": {}
                }
              },
              "libraries": {
                "Shop/1.0.0": { "type": "project" }, "Orders.Domain/1.0.0": { "type": "project" }, "Dapper/2.1.0": { "type": "package" },
                "Only.Sources/1.0.0": { "type": "project" }
              }
            }
            """);

        Assert.Equal(["Shop", "Acme.Orders"], new[] { "Shop", "Acme.Orders", "Orders.Domain", "Dapper", "Only.Sources" }.Where(name => code.Has(new("A.B", name))));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{ \"libraries\": 1, \"targets\": {} }")]
    [InlineData("{ \"libraries\": { \"A/1\": { \"type\": \"project\" } }, \"targets\": { \"x\": { \"A/1\": { \"runtime\": [] } } } }")]
    public void A_damaged_file_leaves_the_application_itself(string text) => Assert.True(Written(text).Has(new("A.B", "Shop")));

    private OwnCode Written(string text)
    {
        _folder.Write("Shop.deps.json", text);
        return OwnCode.Of(_folder["Shop"], _folder.Root);
    }
}
