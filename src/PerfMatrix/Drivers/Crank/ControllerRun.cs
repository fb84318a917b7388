using PerfMatrix.Drivers.Local;
using PerfMatrix.Processes;

namespace PerfMatrix.Drivers.Crank;

/// <summary>One run of crank's controller: follows its output, and ends on the agents what it leaves there.</summary>
/// <param name="process">The controller.</param>
/// <param name="onEvent">Is told what the load job prints of its rounds.</param>
internal sealed class ControllerRun(ChildProcess process, Action<ConductorEvent> onEvent) : IAsyncDisposable
{
    private const string Submitted = "Submitted job: ";
    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(200);
    private const int LooksAtMost = 100;

    private readonly List<Uri> _jobs = [];
    private bool _hasEnded;

    /// <summary>What it wrote last.</summary>
    public string LastLines => process.LastLines;

    /// <summary>Follows it to its end.</summary>
    /// <returns>Its exit code, which says little: crank ends with 0 when an application died, too.</returns>
    public async Task<int> WaitAsync(CancellationToken cancellation)
    {
        await foreach (var line in process.Lines.ReadAllAsync(cancellation))
            Follow(line);
        var code = await process.WaitAsync(cancellation);
        _hasEnded = code == 0;
        return code;
    }

    /// <summary>Ends the controller, then the jobs it has left, in the opposite order of their start.</summary>
    public async ValueTask DisposeAsync()
    {
        await process.DisposeAsync();
        if (_hasEnded)
            return;
        foreach (var job in Enumerable.Reverse(_jobs))
            await AgentClient.EndAsync(job);
        foreach (var job in _jobs)
            await WaitForEndAsync(job);
    }

    private void Follow(string line)
    {
        var submitted = line.IndexOf(Submitted, StringComparison.Ordinal);
        if (submitted >= 0 && Uri.TryCreate(line[(submitted + Submitted.Length)..].Trim(), UriKind.Absolute, out var job))
            _jobs.Add(job);
        var json = line.IndexOf('{', StringComparison.Ordinal);
        if (json >= 0 && ConductorEvent.TryParse(line[json..]) is { Event: not null } @event)
            onEvent(@event);
    }

    private static async Task WaitForEndAsync(Uri job)
    {
        for (var look = 0; look < LooksAtMost && !await AgentClient.HasEndedAsync(job); look++)
            await Task.Delay(s_lookAgain, CancellationToken.None);
    }
}
