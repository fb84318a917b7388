using PerfMatrix.History;
using PerfMatrix.History.Branches;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.History;

/// <summary>What goes wrong while publishing, and that the next publish makes it good.</summary>
[Trait("kind", "processes")]
public sealed class PublishFaultTests : IDisposable
{
    private readonly PublishingPlace _place = new();

    public void Dispose() => _place.Dispose();

    /// <summary>The git that the program finds kills it at the named point.</summary>
    [Theory]
    [InlineData("after fetch", false)]
    [InlineData("after fast-import", false)]
    [InlineData("before push", false)]
    [InlineData("after push", true)]
    public async Task A_publisher_that_is_killed_is_made_good_by_the_next(string point, bool isPublished)
    {
        _place.Seed(0);
        var path = Environment.GetEnvironmentVariable("PATH")!;
        var git = path.Split(':').Select(folder => Path.Combine(folder, "git")).First(File.Exists);
        var faulty = _place.Script("faulty/git", $"""
            publisher=$PPID
            if [ "$(cat /proc/$PPID/comm)" = sh ]; then publisher=$(grep PPid: /proc/$PPID/status | tr -dc 0-9); fi # the shell is the life line
            verb= setting=
            for word in "$@"; do
              if [ -n "$setting" ]; then setting=; elif [ "$word" = -c ]; then setting=yes; else verb=$word; break; fi
            done
            if [ "$FAULT" = "before $verb" ]; then kill -9 $publisher; exit 1; fi
            {git} "$@"
            code=$?
            if [ "$FAULT" = "after $verb" ]; then kill -9 $publisher; fi
            exit $code
            """);

        var killed = await _place.PublishAsync(1, ("PATH", $"{Path.GetDirectoryName(faulty)}:{path}"), ("FAULT", point));

        Assert.Equal(128 + 9, killed.ExitCode);
        Assert.Equal(isPublished ? 2 : 1, _place.Commits);
        AssertHolds(isPublished ? [0, 1] : [0]);
        var next = await _place.PublishInProcessAsync(1);
        Assert.True(next.ExitCode == 0, next.Error);
        Assert.Equal(isPublished, next.Output.Contains("already", StringComparison.Ordinal));
        Assert.Equal(0, (await _place.PublishInProcessAsync(2)).ExitCode);
        Assert.Equal(3, _place.Commits);
        AssertHolds([0, 1, 2]);
    }

    [Theory]
    [InlineData("pre-receive")]
    [InlineData("update")]
    public async Task A_push_that_a_hook_refuses_leaves_the_branch_as_it_was_and_works_without_the_hook(string name)
    {
        _place.Seed(0);
        var hook = _place.Hook(name, "echo 'please fetch first' >&2; exit 1"); // words of a race, which it is not

        var refused = await _place.PublishInProcessAsync(1);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("declined", refused.Error, StringComparison.Ordinal);
        Assert.Equal(1, _place.Commits);
        File.Delete(hook);
        Assert.Equal(0, (await _place.PublishInProcessAsync(1)).ExitCode);
        AssertHolds([0, 1]);
    }

    /// <summary>Git cannot tell a lock that is held from one whose holder died, and says of both what it says when another push came in
    /// between.</summary>
    [Theory]
    [InlineData("remote.git", "remote.git/refs/heads/gh-pages.lock")]
    [InlineData("served", "served/.git/index.lock")]
    public async Task A_lock_that_a_dead_process_left_at_the_remote_is_named_and_does_not_matter_when_it_is_gone(string remote, string lockFile)
    {
        ServedWorkTree("served");
        await File.WriteAllTextAsync(_place[lockFile], "", TestContext.Current.CancellationToken);
        var branch = await HistoryBranches.FindAsync(_place.Checkout, _place[remote], "gh-pages", _ => null, TestContext.Current.CancellationToken);
        var clock = new PassingClock(TimeProvider.System.GetUtcNow());
        var update = new BranchUpdate(branch, clock, new Random(1));
        Task<AppliedChange?> ApplyAsync() => update.ApplyAsync(
            files => new(Publishing.Add(files, HistorySamples.Compact(0)), "publish\n"), _ => { }, TestContext.Current.CancellationToken);

        var problem = await Assert.ThrowsAsync<UsageException>(() => ApplyAsync());

        Assert.Contains(Path.GetFileName(lockFile), problem.Message, StringComparison.Ordinal);
        Assert.Contains("remove the lock", problem.Message, StringComparison.Ordinal);
        Assert.Equal(BranchUpdate.RefusalsWithoutRival, clock.Pauses.Count);
        File.Delete(_place[lockFile]);
        Assert.Equal(1, (await ApplyAsync())!.Attempts);
    }

    [Fact]
    public async Task What_a_killed_publisher_left_behind_is_taken_away_after_a_day()
    {
        var temporary = Directory.CreateDirectory(_place["tmp"]).FullName;
        var (old, young, other) = (Left("perfmatrix-history-old", 25), Left("perfmatrix-history-young", 1), Left("perfmatrix-other", 1000));

        Assert.Equal(0, (await _place.PublishAsync(0, ("TMPDIR", temporary))).ExitCode);

        Assert.Equal([false, true, true], new[] { old, young, other }.Select(Directory.Exists));
        Assert.DoesNotContain(Directory.GetDirectories(temporary), folder => Path.GetFileName(
            folder) is not ("perfmatrix-history-young" or "perfmatrix-other") && folder.Contains("perfmatrix-history-", StringComparison.Ordinal));

        string Left(string name, int hours)
        {
            var folder = Directory.CreateDirectory(Path.Combine(temporary, name)).FullName;
            File.WriteAllText(Path.Combine(folder, "HEAD"), "");
            Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddHours(-hours));
            return folder;
        }
    }

    /// <summary>A repository whose work tree follows what is pushed, as on a web server of one's own.</summary>
    private void ServedWorkTree(string name)
    {
        var path = Directory.CreateDirectory(_place[name]).FullName;
        PublishingPlace.Git(path, "init", "-q", "-b", "gh-pages");
        PublishingPlace.Git(path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
        PublishingPlace.Git(path, "config", "receive.denyCurrentBranch", "updateInstead");
    }

    private void AssertHolds(int[] runs)
    {
        var files = _place.Published();
        Assert.Equal(runs.Select(number => HistorySamples.Document(number).Id), new HistoryStore(files).RunList(0).Runs.Select(run => run.Id));
        Assert.True(HistoryCheck.Of(files).IsWhole, HistoryCheck.Of(files).ToText());
    }
}
