namespace PerfMatrix.Evidence.Commands;

/// <summary>Puts together what the real trials need: this checkout, and a machine.</summary>
internal static class SelftestMachine
{
    /// <summary>The request on two GC modes, unless it names its own: a pull request's gate judges many cells, so a trial must judge some.</summary>
    public static PlanRequest WithModes(PlanRequest request) => With(request, Axis.Gc, "workstation", "server");

    /// <summary>The request with values of an axis, unless it names its own.</summary>
    public static PlanRequest With(PlanRequest request, Axis axis, params IReadOnlyList<string> values) =>
        request.Axes[axis] is null ? request with { Axes = request.Axes.With(axis, values) } : request;

    public static Option<bool> AnyMachineOption() => new Option<bool>("--any-machine").Help(
        "Count existing runs of other machines, too, if the same code measured and decided; the tables name each machine.");

    public static async Task<(TrialSeries Series, IGateRunner Runner)> CreateAsync(
        CommandContext context, SelectionOptions selection, SelftestOptions options, ParseResult line, Func<PlanRequest, PlanRequest> narrow,
            Option<bool> anyMachine, CancellationToken cancellation)
    {
        var path = options.Path(line);
        var runner = await RunnerAsync(context, selection, line, options.Trials(line, selection), path, narrow, cancellation);
        return (new TrialSeries(runner, path, ThisTool.Info, context.Clock, Random.Shared) { OfAnyMachine = line.GetValue(anyMachine) }, runner);
    }

    /// <param name="parent">Folder that gets a folder for each run.</param>
    /// <param name="spreads">The self-test document with the history to judge by; null for none.</param>
    public static async Task<PairedGateRunner> RunnerAsync(
        CommandContext context, SelectionOptions selection, ParseResult line, string parent, string? spreads, Func<PlanRequest, PlanRequest> narrow,
            CancellationToken cancellation)
    {
        var (root, chosen) = (context.Root(), selection.Of(line));
        var plan = narrow(chosen.Plan);
        var flow = context.Flow(chosen, line);
        return new PairedGateRunner(
            flow, plan, id => RunFolder.Create(parent, id), await flow.MachineAsync(cancellation),
            cells =>
            {
                var rules = ComparisonRules.Load(root, context.Today, cells, rounds: null);
                return spreads is null ? rules : rules with { Bias = MachineBias.Read(spreads, rules.Policy) };
            });
    }
}

/// <summary>One self-test at a time adds to a document, and an interrupted series says what is kept.</summary>
internal static class SelftestTurn
{
    /// <summary>Runs a series when no other self-test is adding to the document.</summary>
    /// <param name="kept">What an interrupted series leaves: "the trials that had ended are kept in FILE".</param>
    public static async Task<T> RunAsync<T>(string path, string kept, Func<Task<T>> series)
    {
        using var turn = Take(path);
        return await Errors.OrAsync(series, (OperationCanceledException exception) =>
            throw new RunInterruptedException($"{kept}; the same command continues from there", exception));
    }

    public static IDisposable Take(string path) => FileLock.TryAcquire(Path.GetFullPath(path) + ".lock", exclusive: true)
        ?? throw new UsageException($"{path}: another self-test is adding to it, and the two would disturb each other; wait until it has ended");
}
