using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Benchmarks;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

public sealed class CaseSearchTests
{
    private static readonly BenchmarkProgram s_program = new("app", ["--job", "short"], new Dictionary<string, string> { ["A"] = "1", ["B"] = "2" });

    [Fact]
    public void Where_a_program_runs_nothing_that_was_asked_for_the_message_says_what_its_Main_and_its_arguments_may_be()
    {
        var error = BenchmarkSearch.Unfound("my", "Parser.*", "bench/My.csproj", new BenchmarkOutcome(0, [], [], null, "// * Summary *"));

        Assert.Equal("scenario 'my': found no benchmark Parser.*, expected one of those in bench/My.csproj itself that its Main runs by "
            + "BenchmarkSwitcher or BenchmarkRunner, and as arguments of its job only those of BenchmarkDotNet; BenchmarkDotNet ended with code 0 "
            + $"and said:{Environment.NewLine}// * Summary *", error.Message);
    }

    [Fact]
    public async Task What_a_search_has_found_is_kept_for_the_same_program_and_question()
    {
        using var folder = new TemporaryFolder();
        folder.Write("app/Own.dll", "nothing of interest");
        folder.Write("app/BenchmarkDotNet.Annotations.dll", "ParamsSourceAttribute ArgumentsSourceAttribute");
        var searches = new Searches(folder);

        Assert.Equal(["Parser.Parse", "Parser.Print"], await searches.NamesAsync());
        Assert.Equal(["Parser.Parse", "Parser.Print"], await searches.NamesAsync());
        Assert.Equal(1, searches.Count);
        await searches.NamesAsync(content: "another build");
        await searches.NamesAsync(question: "another question");
        Assert.Equal(3, searches.Count);
    }

    [Theory]
    [InlineData("Own.dll", "..ParamsSourceAttribute..", true)]
    [InlineData("Package.dll", "..ArgumentsSourceAttribute..", true)]
    [InlineData("Own.dll", "..", false)]
    [InlineData(null, null, true)]
    public async Task What_something_else_than_the_program_may_decide_and_what_did_not_come_to_its_end_is_searched_again(
        string? library, string? content, bool isWhole)
    {
        using var folder = new TemporaryFolder();
        if (library is not null) folder.Write($"app/{library}", content!);
        var searches = new Searches(folder);

        await searches.NamesAsync(isWhole: isWhole);
        await searches.NamesAsync(isWhole: isWhole);

        Assert.Equal(2, searches.Count);
    }

    [Fact]
    public async Task A_list_that_was_cut_is_searched_again_and_the_oldest_are_forgotten()
    {
        using var folder = new TemporaryFolder();
        folder.Write("app/Own.dll", "");
        var searches = new Searches(folder);
        await searches.NamesAsync(question: "oldest");
        var oldest = Assert.Single(Directory.GetFiles(folder["cases"]));
        File.WriteAllText(oldest, "[\"Parser.Pa");
        await searches.NamesAsync(question: "oldest");
        File.SetLastWriteTimeUtc(oldest, DateTime.UnixEpoch);

        for (var i = 0; i < FoundCases.Most; i++) await searches.NamesAsync(question: $"{i}");

        Assert.Equal(FoundCases.Most + 2, searches.Count);
        Assert.Equal(FoundCases.Most, Directory.GetFiles(folder["cases"]).Length);
        Assert.False(File.Exists(oldest));
    }

    [Fact]
    public void A_question_is_all_that_a_program_is_given_and_asked_for()
    {
        string[] others =
        [
            Question(s_program with { Arguments = ["--job", "long"] }),
            Question(s_program with { Environment = new Dictionary<string, string> { ["A"] = "1", ["B"] = "3" } }),
            Question(s_program, wanted: "Parser.Print"),
            Question(s_program, pattern: "*@Long"),
        ];

        Assert.Equal(Question(s_program), Question(s_program with
        {
            Executable = "elsewhere/app",
            Environment = new Dictionary<string, string> { ["B"] = "2", ["A"] = "1" },
        }));
        Assert.Equal(5, others.Append(Question(s_program)).Distinct().Count());

        static string Question(BenchmarkProgram program, string wanted = "Parser.*", string pattern = "*") =>
            FoundCases.Question(program, [BenchmarkCase.Of(wanted)], [BenchmarkCase.Of(pattern)]);
    }

    /// <summary>Searches that find the same names each time, and are counted.</summary>
    private sealed class Searches(TemporaryFolder folder)
    {
        public int Count { get; private set; }

        public Task<IReadOnlyList<string>> NamesAsync(string content = "a build", string question = "a question", bool isWhole = true) =>
            new FoundCases(folder["cases"]).OfAsync(new Publication(folder["app"], "app", content, "10.0.12"), question, () =>
            {
                Count++;
                return Task.FromResult(new SearchOutcome(["Parser.Parse", "Parser.Print"], isWhole));
            });
    }
}
