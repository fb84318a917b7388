namespace PerfMatrix.Commands;

/// <summary>How a run that is stored is traced later: on this machine, and only if its programs are those that were measured.</summary>
internal static class LaterTraces
{
    // Traces are of processes of this machine, which need the secrets that they were measured with.
    public static MeasuringChoice Chosen => new(
        new PlanRequest(MatrixDefinition.ComparisonSubset, new AxisChoice(), new()), DriverChoice.Local,
        new ProfileChoice(CrankProfile.Local) { Variables = CrankVariables.Of([]) }, Out: null);

    /// <summary>Refuses a run whose programs nobody here can build.</summary>
    public static void RequireLocal(string path, RunDocument run)
    {
        if (run.Settings.RemoteSource is not null)
            throw new UsageException($"{path}: its programs were built by agents; measure with --driver local to have it traced");
    }

    /// <summary>Builds again what was measured, and traces it in the folder of its run.</summary>
    /// <param name="pairs">The pairs whose programs must be those of the run.</param>
    public static Task<T> TraceAsync<T>(
        string path, RunDocument run, RunFolder folder, MeasuringFlow flow, MeasurementRequest request,
        Func<PreparedMeasurement, IEnumerable<CellPair>> pairs, Func<PreparedMeasurement, RunPlace, Task<T>> trace, CancellationToken cancellation) =>
        flow.RunAsync<T>(request, measurement => new(() => folder, async place =>
        {
            RequireMeasured(path, run, measurement, pairs(measurement));
            await measurement.StartServicesAsync(cancellation);
            return await trace(measurement, place);
        }), cancellation);

    // Programs that are not those of the run explain nothing of it.
    private static void RequireMeasured(string path, RunDocument run, PreparedMeasurement measurement, IEnumerable<CellPair> pairs)
    {
        var built = pairs.SelectMany(pair => new[] { pair.Base, pair.Head }).Select(variant => (variant.Id, measurement.ArtifactOf(variant)));
        if (Other(run, built) is { } other)
            throw new UsageException($"{path}: the program of {other} is not the one that was measured: files, runtime or SDK have changed since. "
                + "Check out what was measured, with the runtime and SDK used then, or measure again");
    }

    /// <summary>The first variant that has another program than in the run; one that the run does not record is no other one.</summary>
    internal static string? Other(RunDocument run, IEnumerable<(string Variant, string? Hash)> built)
    {
        var measured = run.Variants.ToDictionary(variant => variant.Id, variant => variant.ArtifactHash);
        return built.Where(one => measured.GetValueOrDefault(one.Variant) is { } hash && hash != one.Hash).Select(one => one.Variant)
            .FirstOrDefault();
    }
}
