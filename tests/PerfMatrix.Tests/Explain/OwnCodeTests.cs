using System.Reflection.PortableExecutable;
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

        Assert.Equal(["Shop", "Acme.Orders"],
            new[] { "Shop", "Acme.Orders", "Orders.Domain", "Dapper", "Only.Sources" }.Where(name => code.Has(new("A.B", name))));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{ \"libraries\": 1, \"targets\": {} }")]
    [InlineData("{ \"libraries\": { \"A/1\": { \"type\": \"project\" } }, \"targets\": { \"x\": { \"A/1\": { \"runtime\": [] } } } }")]
    public void A_damaged_file_leaves_the_application_itself(string text) => Assert.True(Written(text).Has(new("A.B", "Shop")));

    [Fact]
    public void A_method_has_a_line_with_its_PDB_and_none_without_it_or_where_the_library_is_no_assembly()
    {
        Assert.Equal("OwnCodeTests.cs", LineWith(".dll", ".pdb")?.File);
        Assert.Null(LineWith(".dll"));
        File.WriteAllBytes(_folder["PerfMatrix.Tests.dll"], NativeLibrary());
        Assert.Null(LineWith());
    }

    private SourceLine? LineWith(params string[] files)
    {
        File.Delete(_folder["PerfMatrix.Tests.pdb"]);
        foreach (var file in files)
            File.Copy(Path.Combine(AppContext.BaseDirectory, "PerfMatrix.Tests" + file), _folder["PerfMatrix.Tests" + file], overwrite: true);
        return OwnCode.Of(_folder["PerfMatrix.Tests"], _folder.Root).LineOf(new("OwnCodeTests.Dispose", "PerfMatrix.Tests"));
    }

    // As an assembly, without the entry that says where its metadata is.
    private byte[] NativeLibrary()
    {
        var image = File.ReadAllBytes(_folder["PerfMatrix.Tests.dll"]);
        using var reader = new PEReader(new MemoryStream(image));
        const int EntriesBefore = 14, SizeOfEntry = 8;
        var directories = reader.PEHeaders.PEHeaderStartOffset + (reader.PEHeaders.PEHeader!.Magic == PEMagic.PE32 ? 96 : 112);
        image.AsSpan(directories + (EntriesBefore * SizeOfEntry), SizeOfEntry).Clear();
        return image;
    }

    private OwnCode Written(string text)
    {
        _folder.Write("Shop.deps.json", text);
        return OwnCode.Of(_folder["Shop"], _folder.Root);
    }
}
