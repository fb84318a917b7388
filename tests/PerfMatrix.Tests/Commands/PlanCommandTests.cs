using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class PlanCommandTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    private Task<string> PlanAsync(params string[] arguments) => PlanAsync(4, arguments);

    private async Task<string> PlanAsync(int machineCores, params string[] arguments)
    {
        _output.GetStringBuilder().Clear();
        var code = await RunAsync(["plan", "--machine-cores", $"{machineCores}", .. arguments]);

        Assert.Equal(("", 0), (_error.ToString(), code));
        return _output.ToString();
    }

    private Task<int> RunAsync(params string[] arguments) =>
        CommandLine.RunAsync([PlanCommand.Create(new(new TestConsole().Console) { Machine = () => new(2) })], arguments, _output, _error);

    [Fact]
    public async Task The_table_shows_every_cell_its_reason_and_the_blocks()
    {
        Approval.Verify(
            await PlanAsync(
                "--scenario", "hello-minimal", "--runtime", "net8.0,net10.0@10.0.12", "--gc", "workstation,datas,server-heaps-4", "--cores",
                    "1,2,8,all", "--rounds", "4", "--slices", "320", "--warmup", "2s..8s"),
            "table");
    }

    [Fact]
    public async Task A_timeline_is_named_with_its_distance()
    {
        var plan = await PlanAsync(
            2, "--scenario", "datas-call-short,values-zero-short", "--runtime", "net10.0", "--gc", "workstation", "--cores", "2");

        Assert.Contains("datas-call-short: 1 round of 1m, timeline every 1s\n", plan);
        Assert.Contains("values-zero-short: 6 rounds of 11s, timeline every 1s\n", plan);
    }

    [Fact]
    public async Task A_limit_of_memory_has_a_column_where_one_is_asked_for()
    {
        string[] selection =
            ["--scenario", "hello-minimal", "--runtime", "net10.0", "--gc", "server,datas", "--cores", "2", "--memory", "512MiB,none"];

        Approval.Verify(await PlanAsync(selection), "memory");
        var cells = JsonElement.Parse(await PlanAsync([.. selection, "--json"])).GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(["hello-minimal/net10.0/server/2c", "hello-minimal/net10.0/server/2c/512MiB"], cells.Take(2)
            .Select(cell => cell.GetProperty("id").GetString()));
        Assert.False(cells[0].TryGetProperty("memoryBytes", out _));
        Assert.Equal(536870912, cells[1].GetProperty("memoryBytes").GetInt64());
    }

    [Fact]
    public async Task The_same_plan_has_the_same_bytes()
    {
        var first = await PlanAsync("--subset", "full", "--json");

        Assert.Equal(first, await PlanAsync("--subset", "full", "--json"));
    }

    [Fact]
    public async Task Json_holds_cells_and_blocks()
    {
        using var plan = JsonDocument.Parse(await PlanAsync("--runtime", "net8.0,net9.0,net10.0", "--cores", "8,all", "--json"));

        var cells = plan.RootElement.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(36, cells.Count);
        Assert.Equal("unavailable", cells.Last().GetProperty("status").GetString());
        Assert.Equal("needs 8 cores, this machine has 4", cells.Last().GetProperty("reason").GetString());
        Assert.Equal("hello-minimal/net8.0/workstation/4c", plan.RootElement.GetProperty("blocks")[0].GetProperty("anchor").GetString());
        Assert.Equal("0-3", plan.RootElement.GetProperty("blocks")[0].GetProperty("loadCpus").GetString());
    }

    [Fact]
    public async Task A_plan_goes_to_a_file_on_request()
    {
        using var folder = new TemporaryFolder();

        Assert.Equal("", await PlanAsync("--json", "--out", folder["plan.json"]));
        Assert.Equal(await PlanAsync("--json"), await File.ReadAllTextAsync(folder["plan.json"], TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Without_the_option_this_machine_counts()
    {
        Assert.Equal(0, await RunAsync("plan", "--runtime", "net8.0,net9.0,net10.0"));
        Assert.Contains("Subset smoke on 2 cores: 18 planned; 2 blocks", _output.ToString());
    }

    [Theory]
    [InlineData("--rounds 0", "--rounds: found 0, expected at least 1")]
    [InlineData("--rounds x", "Cannot parse argument 'x' for option '--rounds'")]
    [InlineData("--duration 5", "--duration: found '5', expected a length of time")]
    [InlineData("--duration 0s", "--duration: found '0s', expected a length of time")]
    [InlineData("--duration 5s --slices 3", "found both --duration and --slices")]
    [InlineData("--scheduling fast", "--scheduling: found 'fast', expected auto, normal or priority")]
    [InlineData("--warmup 5s..2s", "--warmup: found '5s..2s', expected a warm-up")]
    [InlineData("--gc ,", "--gc: found no name")]
    [InlineData("--gc sever", "did you mean 'server'?")]
    [InlineData("--memory 512MB", "--memory: unknown memory '512MB'; did you mean '512MiB'?")]
    [InlineData("--cpu-limit 0.5", "--cpu-limit: unknown cpuLimit '0.5'; valid are: none, 250m, ")]
    [InlineData("--machine-cores 0", "--machine-cores: found 0")]
    [InlineData("--driver locl", "--driver: unknown driver 'locl'; did you mean 'local'?")]
    [InlineData("--jsn", "Unrecognized command or argument '--jsn'")]
    public async Task Wrong_usage_is_named_and_ends_with_code_2(string arguments, string message)
    {
        Assert.Equal(2, await RunAsync(["plan", .. arguments.Split(' ')]));
        Assert.Contains(message, _error.ToString());
        Assert.Equal("", _output.ToString());
    }

    [Fact]
    public async Task Settings_of_measuring_come_from_the_options()
    {
        using var plan = JsonDocument.Parse(await PlanAsync("--rounds", "3", "--duration", "1s", "--warmup", "1s", "--json"));

        var measure = plan.RootElement.GetProperty("measure");
        Assert.Equal((3, 200, 1000, 1000), (
            measure.GetProperty("rounds").GetInt32(), measure.GetProperty("slices").GetInt32(),
            measure.GetProperty("minimumWarmupMs").GetInt32(), measure.GetProperty("maximumWarmupMs").GetInt32()));
    }

    [Fact]
    public async Task An_interrupted_command_ends_with_code_130()
    {
        var command = new Command("wait", "Is interrupted.");
        command.SetAction(int (_) => throw new OperationCanceledException());

        Assert.Equal(130, await CommandLine.RunAsync([command], ["wait"], _output, _error));
    }
}
