using PerfMatrix.Configuration;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Matrix;

public sealed class ReferenceFileTests
{
    private const string One = "1111111111111111111111111111111111111111";
    private const string Two = "2222222222222222222222222222222222222222";

    [Theory]
    [InlineData("commit:\nolderCommit:\n", "")]
    [InlineData($"commit: {One}\n", $"{One} crank/reference.yml:1:9: commit")]
    [InlineData($"olderCommit: {One}\ncommit: {Two}\n", $"{One} crank/reference.yml:1:14: olderCommit|{Two} crank/reference.yml:2:9: commit")]
    public void The_pins_are_read_with_their_place_and_the_newest_is_last(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', Read(text).Select(pin => $"{pin.Revision} {pin.Position}")));

    [Theory]
    [InlineData("commit: main\n", "crank/reference.yml:1:9: commit: found text 'main', expected the 40 hexadecimal digits of a commit")]
    [InlineData("\ncommit: 1a2b3c4d\n", "crank/reference.yml:2:9: commit: found text '1a2b3c4d', expected the 40 hexadecimal digits")]
    [InlineData("comit: 1\n", "crank/reference.yml:1:1: unknown key 'comit'; did you mean 'commit'?")]
    [InlineData($"olderCommit: {One}\n", "crank/reference.yml:1:14: olderCommit: found a commit without 'commit', expected both")]
    [InlineData($"commit: {One}\nolderCommit: {One}\n", "crank/reference.yml:2:14: olderCommit: found the same commit as 'commit'")]
    [InlineData("commit: []\n", "crank/reference.yml:1:9: commit: found a list, expected text")]
    public void Mistakes_are_reported_with_their_place(string text, string expected) =>
        Assert.StartsWith(expected, Assert.Throws<UsageException>(() => Read(text)).Message);

    [Fact]
    public void The_file_of_the_checkout_reads_with_pins_in_it()
    {
        var text = File.ReadAllText(Checkout.File(ReferenceFile.Name));
        var pinned = text.Replace("\ncommit:", $"\ncommit: {Two}", StringComparison.Ordinal)
            .Replace("\nolderCommit:", $"\nolderCommit: {One}", StringComparison.Ordinal);

        Assert.Equal([One, Two], Read(pinned).Select(pin => pin.Revision));
    }

    [Fact]
    public void A_checkout_without_the_file_has_no_pin()
    {
        using var folder = new TemporaryFolder();

        Assert.Empty(ReferenceFile.Load(folder.Root));
    }

    private static IReadOnlyList<ReferencePin> Read(string text) => ReferenceFile.Read(YamlFile.Parse(text, ReferenceFile.Name));
}
