using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement;

public sealed class SideTreeTests
{
    private const string Sha = "040853aba028df01989f7cd294de8e1503bac74f";
    private const string Merge = "d195823bd467c63c7420bd97efb9f3ffcf244450";

    [Theory]
    [InlineData("main", false, "main (040853ab)")]
    [InlineData("the working tree", true, "the working tree (040853ab and changes)")]
    [InlineData(Sha, false, "040853ab")]
    [InlineData("040853aba0", false, "040853ab")]
    [InlineData(Merge + "^1", false, "d195823b^1 (040853ab)")]
    public void A_side_is_called_by_its_name_and_eight_digits_of_its_commit(string name, bool isDirty, string title) =>
        Assert.Equal(title, new SideTree("/", name, new SourceInfo(null, Sha, null, isDirty), null).Title);

    [Fact]
    public void A_side_without_a_commit_has_only_its_name() =>
    Assert.Equal("a folder", new SideTree("/", "a folder", new SourceInfo(null, null, null, false), null).Title);
}
