using PerfMatrix.Drivers;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>What the driver makes of agents and results that are not as they should be; a script stands for the controller, an endpoint of ours for
/// the agent.</summary>
public sealed class CrankDriverFaultTests : IDisposable
{
    private readonly ScriptedController _controller = new();

    public void Dispose() => _controller.Dispose();

    [Fact]
    public async Task An_agent_that_is_down_is_named_with_what_to_do()
    {
        var agent = RealCrank.FreeAgent();
        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("lab", agent));
        Assert.Contains($"The crank agent {agent} does not answer", error.Message);
        Assert.Contains("crank-agent --url", error.Message);
    }

    [Fact]
    public async Task An_address_without_a_machine_is_an_agent_that_does_not_answer()
    {
        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("lab", new Uri("http://no-such-machine.invalid:5010")));
        Assert.Contains("no-such-machine.invalid", error.Message);
    }

    [Theory]
    [InlineData(200, "<html>hello</html>")]
    [InlineData(200, "[]")]
    [InlineData(200, "{\"name\":\"something else\"}")]
    [InlineData(404, "")]
    public async Task An_endpoint_that_is_not_an_agent_is_an_error(int status, string body)
    {
        using var endpoint = new SmallEndpoint(_ => (status, body));
        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("local", endpoint.Address));
        Assert.Contains($"{endpoint.Address} is not a crank agent", error.Message);
    }

    [Fact]
    public async Task Something_that_does_not_speak_HTTP_is_not_an_agent()
    {
        using var listener = new SilentListener();
        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("local", listener.Address));
        Assert.Contains("is not a crank agent", error.Message);
    }

    [Fact]
    public async Task A_deployment_that_brings_everything_back_gives_its_rounds()
    {
        using var agent = SmallEndpoint.LikeAgent();
        Assert.Equal([1, 2], (await _controller.Good().MeasureAsync("local", agent.Address)).Select(round => round.Round));
        Assert.Empty(_controller.Driver!.Warnings);
        Assert.False(Directory.Exists(_controller.Work));
    }

    [Fact]
    public async Task An_agent_of_another_version_is_used_and_warned_of()
    {
        using var agent = SmallEndpoint.LikeAgent(SmallEndpoint.Info.Replace("1.0.0+e5f71f4", "0.2.0-alpha.1"));
        await _controller.Good().MeasureAsync("local", agent.Address);
        Assert.Contains("has version 0.2.0-alpha.1, the controller 1.0.0+e5f71f4", Assert.Single(_controller.Driver!.Warnings));
    }

    [Theory]
    [InlineData("echo 'no such scenario'; exit 255", "the controller ended with code 255 and wrote no result", "no such scenario")]
    [InlineData("echo '{' > $json", "wrote no result", "")]
    [InlineData("echo '{\"returnCode\":1,\"jobResults\":{\"jobs\":{}}}' > $json; echo 'Job failed at runtime with exit code 2'; exit 1", "a job "
        + "failed (crank's return code 1, exit code 1)", "Job failed at runtime with exit code 2")]
    [InlineData("echo '{\"returnCode\":0,\"jobResults\":{\"jobs\":{\"load\":{\"results\":{\"benchmarks/cpu\":1}}}}}' > $json", "the load job ended "
        + "without its metrics", "")]
    [InlineData("cp $kept/result.json $json", "the file of a round came back incomplete (round-001.json", "")]
    [InlineData("cp $kept/result.json $json; head -c 40 $kept/round-1.json > $rounds/round-001.json", "the file of a round came back incomplete "
        + "(round-001.json", "")]
    [InlineData("cp $kept/result.json $json; cp $kept/round-1.json $rounds/round-001.json; cp $kept/round-1.json $rounds/round-002.json", "the "
        + "file of round 2 holds round 1", "")]
    [InlineData("sed 's/20/21/' $kept/result.json > $json; cp $kept/round-1.json $rounds/round-001.json; cp $kept/round-2.json "
        + "$rounds/round-002.json", "do not agree", "")]
    public async Task A_result_that_lacks_something_fails_the_block_whatever_the_exit_code_says(string script, string reason, string lastLine)
    {
        using var agent = SmallEndpoint.LikeAgent();
        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.Good().Script(script).MeasureAsync("local", agent.Address));
        Assert.Contains("crank did not measure block b: ", error.Message);
        Assert.Contains(reason, error.Message);
        Assert.Contains(lastLine, error.Message);
        Assert.False(Directory.Exists(_controller.Work));
    }

    [Fact]
    public async Task A_block_whose_agent_goes_away_is_moved_to_another()
    {
        using var good = SmallEndpoint.LikeAgent();
        Assert.Equal(2, (await _controller.Good().MeasureAsync("lab", RealCrank.FreeAgent(), good.Address)).Count);
    }

    [Fact]
    public async Task A_block_whose_agent_dies_in_the_middle_begins_anew_on_another()
    {
        using var dying = SmallEndpoint.LikeAgent();
        using var good = SmallEndpoint.LikeAgent();
        // On the first agent one round is written; then it goes, and the controller with it. The other one does all of it.
        _controller.Good().Script($$$"""
            if grep -q {{{dying.Address.Authority}}} $config; then
                echo '{"event":"round","round":1,"path":"{{{_controller.Kept("round-1.json")}}}"}'
                echo '{"event":"phase","round":2,"phase":"measuring"}'
                while [ ! -e $kept/gone ]; do sleep 0.05; done
                exit 134
            fi
            cp $kept/result.json $json; cp $kept/round-1.json $rounds/round-001.json; cp $kept/round-2.json $rounds/round-002.json
            """);
        _controller.OnProgress = report => GoWhenMeasuring(report, dying);

        var rounds = await _controller.MeasureAsync("lab", dying.Address, good.Address);

        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.True(File.Exists(_controller.Kept("gone")));
    }

    [Fact]
    public async Task A_block_whose_agent_of_ours_dies_begins_anew_on_the_one_that_is_started_in_its_place()
    {
        using var dying = SmallEndpoint.LikeAgent();
        _controller.Good().Agent("touch $(dirname $0)/started; exec sleep 60").Script("""
            if [ ! -e $kept/gone ]; then
                echo '{"event":"phase","round":1,"phase":"measuring"}'
                while [ ! -e $kept/gone ]; do sleep 0.05; done
                exit 134
            fi
            cp $kept/result.json $json; cp $kept/round-1.json $rounds/round-001.json; cp $kept/round-2.json $rounds/round-002.json
            """);
        _controller.OnProgress = report => GoWhenMeasuring(report, dying);

        var measuring = _controller.MeasureAsync("local", dying.Address);
        while (!measuring.IsCompleted && !File.Exists(_controller.Kept("started"))) await Task.Delay(20, TestContext.Current.CancellationToken);
        using var next = SmallEndpoint.LikeAgent(dying.Address);

        Assert.Equal([1, 2], (await measuring).Select(round => round.Round));
        Assert.True(File.Exists(_controller.Kept("started")));
    }

    [Fact]
    public async Task The_rounds_before_an_agent_of_ours_died_stay_where_it_does_not_start_again()
    {
        using var dying = SmallEndpoint.LikeAgent();
        _controller.With("round-1.json", ScriptedController.Round(1)).Agent("echo no disk; exit 1").Script(WritesAndLosesItsAgent("round-1.json"));
        _controller.OnProgress = report => GoWhenMeasuring(report, dying);

        var error = await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("local", dying.Address));

        Assert.Contains("did not answer", error.Message);
        Assert.Equal([1], _controller.Rounds.Select(round => round.Round));
    }

    [Theory]
    [InlineData("", new[] { 1, 2 })]
    [InlineData("mkdir $kept/second; cp $kept/round-1.json $kept/second; "
        + "echo '{\"event\":\"round\",\"round\":1,\"path\":\"'$kept'/second/round-1.json\"}'", new[] { 1 })]
    public async Task Rounds_of_two_attempts_are_never_mixed_and_an_attempt_without_any_takes_none_away(string second, int[] kept)
    {
        using var dying = SmallEndpoint.LikeAgent();
        using var other = SmallEndpoint.LikeAgent();
        _controller.Good().Script($"""
            if grep -q {dying.Address.Authority} $config; then
                {WritesAndLosesItsAgent("round-1.json", "round-2.json")}
            fi
            {second}
            exit 1
            """);
        _controller.OnProgress = report => GoWhenMeasuring(report, dying);

        await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("lab", dying.Address, other.Address));

        Assert.True(File.Exists(_controller.Kept("gone")));
        Assert.Equal(kept, _controller.Rounds.Select(round => round.Round));
    }

    [Theory]
    [InlineData("b", 1)]
    [InlineData("another", 0)]
    public async Task The_rounds_that_were_written_before_a_failure_stay(string block, int kept)
    {
        using var agent = SmallEndpoint.LikeAgent();
        _controller.With("round-1.json", ScriptedController.Round(1, block)).Script($$"""
            echo '{"event":"round","round":1,"path":"{{_controller.Kept("round-1.json")}}"}'
            echo '{"event":"round","round":2,"path":"/nowhere/round-002.json"}'
            exit 1
            """);

        await Assert.ThrowsAsync<DriverException>(() => _controller.MeasureAsync("local", agent.Address));

        Assert.Equal(kept, _controller.Rounds.Count);
    }

    [Theory]
    [InlineData("System.InvalidOperationException: An error occurred while uploading a file.")]
    [InlineData("[STDERR] PerfMatrix.Load: No space left on device : '/tmp/agent/rounds-1/round-002.json.tmp'")]
    public async Task What_a_full_disk_makes_crank_say_comes_with_where_to_look(string line)
    {
        using var agent = SmallEndpoint.LikeAgent();

        var error = await Assert.ThrowsAsync<DriverException>(
            () => _controller.Script($"cat <<'END'\n{line}\nEND\nexit 1").MeasureAsync("lab", agent.Address));

        Assert.Contains(line, error.Message);
        Assert.EndsWith("scripts/perfmatrix doctor --profile lab shows how much is free there.", error.Message);
    }

    [Fact]
    public async Task A_block_without_any_agent_left_is_reported()
    {
        var error = await Assert.ThrowsAsync<DriverException>(
            () => _controller.Good().MeasureAsync("lab", RealCrank.FreeAgent(), RealCrank.FreeAgent()));
        Assert.Contains("None of the 2 agents of the profile is left", error.Message);
    }

    /// <summary>A script that says it has written rounds, and ends as the controller does when its agent goes.</summary>
    private string WritesAndLosesItsAgent(params string[] rounds) => string.Join("\n",
    [
        .. rounds.Select((file, index) => $$"""echo '{"event":"round","round":{{index + 1}},"path":"{{_controller.Kept(file)}}"}'"""),
        """echo '{"event":"phase","round":2,"phase":"measuring"}'""",
        "while [ ! -e $kept/gone ]; do sleep 0.05; done",
        "exit 134",
    ]);

    private void GoWhenMeasuring(BlockProgress report, SmallEndpoint agent)
    {
        if (report.Phase != "measuring")
            return;
        agent.Dispose();
        File.WriteAllText(_controller.Kept("gone"), "");
    }

    [Fact]
    public async Task Only_this_user_may_read_the_configuration_with_the_token()
    {
        using var agent = SmallEndpoint.LikeAgent();
        await Assert.ThrowsAsync<DriverException>(() => _controller.Script("stat -c %a $config > $kept/mode").MeasureAsync("local", agent.Address));
        Assert.Equal("600", File.ReadAllText(Path.Combine(Path.GetDirectoryName(_controller.Work)!, "mode")).Trim());
    }
}
