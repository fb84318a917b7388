using System.Collections.Concurrent;
using System.Text.Json;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Finds out what the machines of agents are, each once: by a job, because an agent itself tells little more than its number of processors.</summary>
/// <param name="controller">The controller.</param>
/// <param name="programs">Our programs.</param>
/// <param name="work">Folder for files.</param>
internal sealed class AgentSurveys(Controller controller, StagedPrograms programs, string work)
{
    private readonly ConcurrentDictionary<Uri, MachineReading> _known = new();

    /// <summary>The machine of an agent.</summary>
    /// <exception cref="DriverException">The job failed.</exception>
    public async Task<MachineReading> OfAsync(Uri agent, CancellationToken cancellation) =>
        _known.TryGetValue(agent, out var known) ? known : _known[agent] = await SurveyAsync(agent, cancellation);

    private async Task<MachineReading> SurveyAsync(Uri agent, CancellationToken cancellation)
    {
        using var files = new BlockFiles(Path.Combine(work, $"survey-{agent.Host}-{agent.Port}"));
        var survey = new SurveyConfiguration(agent, (await programs.OfAsync(agent.IsLoopback, cancellation)).Launcher);
        await using var run = controller.Start(files, survey.Compose(files.Rounds), SurveyConfiguration.Scenario, SurveyConfiguration.Profile, _ => { });
        var code = await run.WaitAsync(cancellation);
        try
        {
            await using var stream = File.OpenRead(Path.Combine(files.Rounds, survey.File));
            return (await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.MachineReading, cancellation))!;
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            throw new DriverException($"The crank agent {agent} could not be surveyed (exit code {code}). crank said:{Environment.NewLine}{run.LastLines}", exception);
        }
    }
}
