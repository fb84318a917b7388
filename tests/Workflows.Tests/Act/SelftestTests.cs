namespace Workflows.Tests.Act;

/// <summary>selftest.yml from its parameters to the history.</summary>
[Collection(ActRepository.OneAtATime)]
public sealed class SelftestTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task A_gate_that_finds_too_little_makes_the_self_test_red_and_is_published_all_the_same()
    {
        LongTests.Require("minutes");

        // The policy of these tests overlooks whatever is smaller than 60 %, so what is put in cannot be found.
        var run = await _repository.RunAsync("workflow_dispatch", "selftest.yml", new { }, ("runs", "1"), ("regressions", "1"), ("pull-requests", "20"));

        run.AssertJobs(("selftest", "failure"), ("publish", "success"));
        var published = _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages").Split('\n');
        Assert.Contains(published, path => path.StartsWith("selftest", StringComparison.Ordinal));
    }

    public void Dispose() => _repository.Dispose();
}
