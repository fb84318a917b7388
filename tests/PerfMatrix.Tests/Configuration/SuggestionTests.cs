using PerfMatrix.Configuration;

namespace PerfMatrix.Tests.Configuration;

public sealed class SuggestionTests
{
    [Theory]
    [InlineData("", "abc", 3)]
    [InlineData("abc", "abc", 0)]
    [InlineData("abc", "abd", 1)]
    [InlineData("abc", "ab", 1)]
    [InlineData("serevr", "server", 1)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("ab", "ba", 1)]
    [InlineData("hello/net1.00/sevrer", "hello/net10.0/server", 2)]
    public void Distance_counts_insertions_deletions_substitutions_and_swaps(string a, string b, int distance)
    {
        Assert.Equal(distance, Suggestion.Distance(a, b));
        Assert.Equal(distance, Suggestion.Distance(b, a));
        Assert.Equal(distance, Suggestion.Distance(a, b, distance));
        Assert.Null(Suggestion.Distance(a, b, distance - 1));
        Assert.Null(Suggestion.Distance(b, a, distance - 1));
    }

    [Theory]
    [InlineData("datass", "datas")]
    [InlineData("SERVER", "server")]
    [InlineData("net1.0", "net10.0")]
    [InlineData("quux", null)]
    public void The_nearest_word_is_suggested_unless_none_is_near(string found, string? suggested) =>
        Assert.Equal(suggested, Suggestion.For(found, ["server", "datas", "net10.0"]));

    [Fact]
    public void Of_words_that_are_equally_near_the_first_is_suggested_and_a_nearer_one_before_it() =>
        Assert.Equal(["serverb", "servera", "server"], new[] { "serverc", "servera", "server" }
            .Select(found => Suggestion.For(found, ["datas", "serverb", "servera", "server"])));

    [Fact]
    public void A_long_list_of_valid_words_is_cut()
    {
        var sentence = Suggestion.Sentence("zzz", [.. Enumerable.Range(1, 100).Select(number => $"word{number}")], "valid are");

        Assert.StartsWith("; valid are: word1, word2, ", sentence);
        Assert.EndsWith(" and 75 more", sentence);
    }
}
