using PerfMatrix.Drivers.Crank;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class AgentClientTests
{
    /// <summary>A job that failed was deleted by the controller before it ended; the driver then waited 20 s for the end of a second time.</summary>
    [Theory]
    [InlineData("Running", "POST /jobs/1/stop, DELETE /jobs/1")]
    [InlineData("Failed", "POST /jobs/1/stop, DELETE /jobs/1")]
    [InlineData("Deleting", "")]
    [InlineData("Deleted", "")]
    public async Task A_job_is_stopped_and_deleted_unless_the_agent_is_at_it_already(string state, string expected)
    {
        var asked = new List<string>();
        using var agent = new SmallEndpoint(request =>
        {
            if (request.Url!.AbsolutePath == "/jobs/1/state") return (200, state);
            asked.Add($"{request.HttpMethod} {request.Url.AbsolutePath}");
            return (202, "");
        });

        await AgentClient.EndAsync(new Uri(agent.Address, "/jobs/1"));

        Assert.Equal(expected, string.Join(", ", asked));
    }

    [Theory]
    [InlineData(500, "POST /jobs/1/stop, DELETE /jobs/1")]
    [InlineData(404, "")]
    public async Task A_job_whose_state_the_agent_cannot_tell_is_ended_unless_it_does_not_know_it(int status, string expected)
    {
        var asked = new List<string>();
        using var agent = new SmallEndpoint(request =>
        {
            if (request.HttpMethod == "GET") return (status, "");
            asked.Add($"{request.HttpMethod} {request.Url!.AbsolutePath}");
            return (202, "");
        });

        await AgentClient.EndAsync(new Uri(agent.Address, "/jobs/1"));

        Assert.Equal(expected, string.Join(", ", asked));
    }

    [Theory]
    [InlineData("Running", false)]
    [InlineData("Deleting", false)]
    [InlineData("Stopped", true)]
    [InlineData("Failed", true)]
    [InlineData("Deleted", true)]
    [InlineData(null, true)]
    public async Task A_job_has_ended_when_the_agent_says_so_or_does_not_know_it(string? state, bool expected)
    {
        using var agent = new SmallEndpoint(_ => state is null ? null : (200, state));

        Assert.Equal(expected, await AgentClient.HasEndedAsync(new Uri(agent.Address, "/jobs/1")));
    }
}
