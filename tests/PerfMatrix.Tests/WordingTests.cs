using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests;

public sealed class WordingTests
{
    [Fact]
    public void A_value_is_named_as_people_read_it() => Assert.Equal(
        ["same", "enforce", "not applicable"],
        new Enum[] { Verdict.Same, GateMode.Enforce, VariantStatus.NotApplicable }.Select(value => value.Word()));
}
