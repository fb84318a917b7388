using System.Text.RegularExpressions;

namespace PerfMatrix.Tests;

/// <summary>Links between the pages, with their anchors, as GitHub shows them.</summary>
public sealed partial class DocumentationLinkTests
{
    private static readonly string[] s_notOurs = ["node_modules", "artifacts", "bin", "obj", ".git"];

    public static TheoryData<string> Pages => [.. Directory.EnumerateFiles(Checkout.Root, "*.md", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Checkout.Root, path))
        .Where(path => !path.Split(Path.DirectorySeparatorChar).Intersect(s_notOurs).Any())];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_relative_link_leads_somewhere(string page) =>
        Assert.All(Links(page), link => Assert.True(Leads(page, link), $"{page} links to {link}, which is not there"));

    [Fact]
    public void Every_page_of_docs_says_its_question_first_and_is_linked_from_the_README()
    {
        var readme = Links("README.md").Select(link => link.Split('#')[0]).ToHashSet();
        Assert.All(Pages.Select(page => page.Data).Where(page => page.StartsWith("docs/", StringComparison.Ordinal)), page =>
        {
            Assert.Contains(page, readme);
            Assert.Matches(@"^# .+\n\n\*\*The question of this page: .+\?\*\*\n", File.ReadAllText(Checkout.File(page)));
        });
    }

    /// <summary>What a stranger reads first, and what an owner reads before it guards a repository.</summary>
    [Theory]
    [InlineData("README.md", 1200)]
    [InlineData("docs/github.md", 2000)]
    public void A_page_that_is_read_whole_stays_short(string page, int words) =>
        Assert.InRange(File.ReadAllText(Checkout.File(page)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 1, words);

    [Fact]
    public void How_far_separate_runs_lie_apart_in_the_README_is_what_the_linked_section_says()
    {
        var sentence = File.ReadAllText(Checkout.File("README.md")).Split("Compare only within one table.")[1].Split("\n\n")[0];
        var section = File.ReadAllText(Checkout.File("docs/evidence.md")).Split("\n## The tool beside what people use today\n")[1].Split("\n## ")[0];

        Assert.Contains("(docs/evidence.md#the-tool-beside-what-people-use-today)", sentence, StringComparison.Ordinal);
        var percentages = Percentage().Matches(sentence).Select(match => match.Value).ToList();
        Assert.Equal(4, percentages.Count);
        Assert.All(percentages, percentage => Assert.Contains($" {percentage} ", section, StringComparison.Ordinal));
    }

    private static IEnumerable<string> Links(string page) => Link().Matches(WithoutCode(page)).Select(match => match.Groups[1].Value)
        .Where(link => !link.Contains("://", StringComparison.Ordinal) && !link.StartsWith("mailto:", StringComparison.Ordinal));

    private static bool Leads(string page, string link)
    {
        var (path, anchor) = link.Split('#') is [var before, var after] ? (before, after) : (link, null);
        var target = path.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, path);
        return Path.Exists(Checkout.File(target)) && (anchor is null || Anchors(target).Contains(anchor));
    }

    private static IEnumerable<string> Anchors(string page) => Heading().Matches(WithoutCode(page))
        .Select(match => NotInAnchor().Replace(match.Groups[1].Value.Trim().ToLowerInvariant(), "").Replace(' ', '-'));

    private static string WithoutCode(string page) => Fence().Replace(File.ReadAllText(Checkout.File(page)), "");

    [GeneratedRegex(@"\d+\.\d %")]
    private static partial Regex Percentage();

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAnchor();

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();
}
