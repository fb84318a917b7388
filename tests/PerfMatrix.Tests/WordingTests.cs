using PerfMatrix.Gate;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests;

public sealed class WordingTests
{
    [Fact]
    public void A_value_is_named_as_people_read_it() => Assert.Equal(
        ["same", "enforce", "not applicable"],
        new Enum[] { Verdict.Same, GateMode.Enforce, VariantStatus.NotApplicable }.Select(value => value.Word()));

    [Theory]
    [InlineData("0123456789abcdef0123456789abcdef01234567", true, true, "01234567")]
    [InlineData("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", true, true, "01234567")]
    [InlineData("0123456789ABCDEF0123456789ABCDEF01234567", false, true, "01234567")]
    [InlineData("0123456", false, true, "0123456")]
    [InlineData("012345", false, false, "?")]
    [InlineData("0123456;reboot", false, false, "?")]
    [InlineData("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0", false, false, "?")]
    [InlineData("main", false, false, "?")]
    [InlineData(null, false, false, "?")]
    public void A_commit_is_known_by_its_form(string? id, bool isWhole, bool isOne, string shown) =>
        Assert.Equal((isWhole, isOne, shown), (CommitId.IsWhole(id), CommitId.IsOne(id), Wording.ShortCommit(id)));
}
