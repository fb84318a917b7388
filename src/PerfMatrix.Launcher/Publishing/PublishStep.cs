using System.Text.Json;
using PerfMatrix.Builds;
using PerfMatrix.Contract;
using PerfMatrix.Processes;

namespace PerfMatrix.Launcher;

/// <summary>What comes before the launchers serve: publishing, where a plan asks for it, with the driver told of it on standard output.</summary>
internal static class PublishStep
{
    /// <summary>Publishes; the plans then name what was published.</summary>
    /// <exception cref="PublishException">An application does not build; the driver has been told.</exception>
    /// <exception cref="FormatException">Sources or SDK are missing.</exception>
    public static async Task<IReadOnlyList<LaunchPlan>> RunAsync(IReadOnlyList<LaunchPlan> plans)
    {
        if (plans.All(plan => plan.Publish is null))
            return plans;
        // A build ends with this process, and this process with the agent.
        if (plans.Any(plan => plan.StopWithParent))
            ParentProcess.WhenGone(() => Environment.Exit(0));
        await SayAsync($$"""{"event":"phase","round":0,"phase":"{{PublishEvents.Phase}}"}""");
        try
        {
            return await new SourcePublisher(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess()).PublishAsync(plans, CancellationToken.None);
        }
        catch (PublishException exception)
        {
            await SayAsync(JsonSerializer.Serialize(exception.Event, ContractJson.Default.PublishFailedEvent));
            throw;
        }
    }

    private static async Task SayAsync(string line)
    {
        await Console.Out.WriteLineAsync(line);
        await Console.Out.FlushAsync();
    }
}
