using PerfMatrix.Metrics;

namespace PerfMatrix.Tests.Metrics;

public sealed class VariantIdsTests
{
    [Theory]
    [InlineData("head", false)]
    [InlineData("base", true)]
    [InlineData("reference", false)]
    public void The_id_of_a_variant_tells_its_program_and_whether_it_is_base(string side, bool isBase)
    {
        var variant = new Variant(new Cell("hello", "net10.0@10.0.12", "server", 2), Enum.Parse<Side>(side, ignoreCase: true));
        foreach (var copy in new[] { variant, variant with { Twin = 2 } })
        {
            Assert.Equal(variant.Id, VariantIds.ProgramOf(copy.Id));
            Assert.Equal(isBase, VariantIds.IsBase(copy.Id));
        }
    }
}
