namespace PerfMatrix.Measurement;

/// <summary>The raw file of a round, in the shape of crank's <c>--json</c> so that tools for crank results read it: one job a variant, one named
/// <c>load</c>; the field <c>round</c> beside them holds the whole observation, from which samples and pairs can be computed again; timelines are
/// files of their own, which the field <c>timelines</c> names.</summary>
internal static class CrankRaw
{
    private const string LoadJob = "load";

    /// <summary>Writes <c>raw/&lt;block&gt;-&lt;round&gt;.json</c>, and the timelines of the round beside it.</summary>
    public static RawRound Write(RunFolder folder, Block block, RoundObservation round, MachineInfo machine)
    {
        TimelineRecord[] timelines = [.. round.Variants.Select(variant => variant.GcTimeline).OfType<GcTimeline>()
            .Select(timeline => WriteTimeline(folder, block, timeline with { Round = round.Round }))];
        var content = Compose(block, round with { Variants = [.. round.Variants.Select(seen => seen with { GcTimeline = null })] }, machine);
        if (timelines.Length > 0)
            content["timelines"] = new JsonArray([.. timelines.Select(timeline => new JsonObject
            {
                ["variant"] = timeline.Variant, ["path"] = timeline.File.Path, ["sha256"] = timeline.File.Sha256,
            })]);
        return new RawRound(folder.WriteRaw(
            $"{block.Id}-{(round.Control is null ? "" : "control-")}{round.Round}.json", Encoding.UTF8.GetBytes(content.ToJsonString())), timelines);
    }

    private static TimelineRecord WriteTimeline(RunFolder folder, Block block, GcTimeline timeline)
    {
        var slug = block.Variants.First(variant => variant.Id == timeline.Variant).Slug;
        var content = JsonSerializer.SerializeToUtf8Bytes(timeline, ContractJson.Default.GcTimeline);
        return new TimelineRecord(
            timeline.Variant, timeline.Block, timeline.Round, folder.WriteRaw($"{slug}-{timeline.Round}.timeline.json", content));
    }

    public static JsonObject Compose(Block block, RoundObservation round, MachineInfo machine)
    {
        var jobs = new JsonObject();
        for (var index = 0; index < block.Variants.Count; index++)
            jobs[block.Variants[index].Slug] = ApplicationJob(block.Variants[index], VariantRound.Of(round, index), round, machine);
        jobs[LoadJob] = CrankJob.Compose(CrankResults.OfLoad(round), round.FinishedAt, machine, LoadVariables(block, round));
        return new JsonObject
        {
            ["returnCode"] = round.Variants.Any(variant => variant.Failure is not null) ? 1 : 0,
            ["jobResults"] = new JsonObject { ["jobs"] = jobs, ["properties"] = new JsonObject { ["block"] = block.Id, ["round"] = round.Round } },
            ["benchmarks"] = new JsonArray(),
            ["round"] = JsonSerializer.SerializeToNode(
                round with { Variants = [.. round.Variants.Select(WithoutReport)] }, ContractJson.Default.RoundObservation),
        };
    }

    /// <summary>BenchmarkDotNet's report stands under <c>benchmarks</c> of its job, where crank has it.</summary>
    private static VariantObservation WithoutReport(VariantObservation seen) =>
        seen.Benchmark is { } benchmark ? seen with { Benchmark = benchmark with { Report = null } } : seen;

    private static JsonObject ApplicationJob(Variant variant, VariantRound own, RoundObservation round, MachineInfo machine) =>
        CrankJob.Compose(
            CrankResults.OfApplication(own), round.FinishedAt, machine, ApplicationVariables(variant), own.Observation.Benchmark
                ?.Report is { } report ? JsonNode.Parse(report.GetRawText()) : null);

    private static JsonObject ApplicationVariables(Variant variant)
    {
        var variables = new JsonObject
        {
            ["scenario"] = variant.Cell.Scenario,
            ["runtime"] = variant.Cell.Runtime.ToString(),
            ["gc"] = variant.Cell.Gc,
            ["cores"] = variant.Cell.Cores,
            ["side"] = variant.Side.Name(),
        };
        foreach (var axis in Axis.Limits.Where(axis => axis.IsIn(variant.Cell)))
            variables[axis.Name] = axis.ValueOf(variant.Cell);
        return variables;
    }

    private static JsonObject LoadVariables(Block block, RoundObservation round) => new()
    {
        ["scenario"] = block.Scenario,
        ["variants"] = block.Variants.Count,
        ["slices"] = round.Slices.Count,
    };
}

internal sealed record RawRound(RawFile File, IReadOnlyList<TimelineRecord> Timelines);

internal sealed record CrankResult(string Name, JsonValue Value, string Description, string Format = "n2");

/// <summary>What a round looks like in crank's own names (and, with the prefix <c>perfmatrix/</c>, in ours).</summary>
internal static class CrankResults
{
    /// <summary>Results of a variant: its version, crank's process figures, its share of the load, and our samples.</summary>
    public static IEnumerable<CrankResult> OfApplication(VariantRound round)
    {
        var own = round.Observation;
        if (own.Proof is { } proof)
            yield return new("netCoreAppVersion", JsonValue.Create(proof.FrameworkDescription.Replace(".NET ", "", StringComparison.Ordinal)),
                ".NET Runtime Version", "");
        yield return Number("benchmarks/start-time", own.Startup.TotalMilliseconds, "Start Time (ms)");
        if (own.Final is { } final) yield return Number("benchmarks/working-set", final.PeakRss.Megabytes, "Max Working Set (MB)");
        foreach (var result in OfRequests(own.Requests, round.Elapsed, own.Errors.Total)) yield return result;
        if (own is { Latency: { } latency, Rate: not { IsSustained: false } })
            foreach (var result in OfLatency(latency)) yield return result;

        var samples = round.Samples();
        foreach (var metric in Metric.All.Where(metric => samples.ContainsKey(metric.Name)))
            yield return Number($"perfmatrix/{metric.Name}", samples[metric.Name], $"{metric.Title} ({metric.Unit})");
    }

    /// <summary>Results of the load job: all variants together.</summary>
    public static IEnumerable<CrankResult> OfLoad(RoundObservation round) => OfRequests(
        round.Slices.Sum(slice => slice.Requests),
        new TimeSpan(round.Slices.Sum(slice => slice.Elapsed.Ticks)),
        round.Variants.Sum(variant => variant.Errors.Total));

    private static IEnumerable<CrankResult> OfRequests(long requests, TimeSpan elapsed, long errors)
    {
        yield return Number("http/rps/mean", elapsed > TimeSpan.Zero ? requests / elapsed.TotalSeconds : 0, "Requests/sec");
        yield return Number("http/requests", requests, "Requests");
        yield return Number("http/requests/badresponses", errors, "Bad responses");
    }

    private static IEnumerable<CrankResult> OfLatency(LatencySummary latency)
    {
        yield return Number("http/latency/mean", latency.Mean.TotalMilliseconds, "Mean latency (ms)");
        yield return Number("http/latency/50", latency.P50.TotalMilliseconds, "Latency 50th (ms)");
        yield return Number("http/latency/90", latency.P90.TotalMilliseconds, "Latency 90th (ms)");
        yield return Number("http/latency/99", latency.P99.TotalMilliseconds, "Latency 99th (ms)");
        yield return Number("http/latency/max", latency.Maximum.TotalMilliseconds, "Max latency (ms)");
    }

    private static CrankResult Number(string name, double value, string description) => new(name, JsonValue.Create(value), description);
}

internal static class CrankJob
{
    public static JsonObject Compose(
        IEnumerable<CrankResult> results, DateTimeOffset at, MachineInfo machine, JsonObject variables, JsonNode? benchmark = null)
    {
        var lines = results.ToList();
        return new JsonObject
        {
            ["results"] = new JsonObject(lines.Select(line => KeyValuePair.Create(line.Name, line.Value.DeepClone()))!),
            ["metadata"] = new JsonArray([.. lines.Select(Metadata)]),
            ["dependencies"] = new JsonArray(),
            ["measurements"] = new JsonArray(new JsonArray([.. lines.Select(line => Measurement(line, at))])),
            ["environment"] = Environment(machine),
            ["variables"] = variables,
            ["benchmarks"] = benchmark is null ? new JsonArray() : new JsonArray(benchmark),
        };
    }

    private static JsonObject Metadata(CrankResult line) =>
        new() { ["name"] = line.Name, ["description"] = line.Description, ["format"] = line.Format };

    private static JsonObject Measurement(CrankResult line, DateTimeOffset at) =>
        new() { ["timestamp"] = at, ["name"] = line.Name, ["value"] = line.Value.DeepClone() };

    private static JsonObject Environment(MachineInfo machine) => new()
    {
        ["hw"] = machine.CpuModel,
        ["env"] = machine.RunnerImage ?? "Unspecified",
        ["os"] = OperatingSystem.IsLinux() ? "Linux" : OperatingSystem.IsWindows() ? "Windows" : "OSX",
        ["arch"] = RuntimeInformation.OSArchitecture.ToString(),
        ["proc"] = machine.Cores,
        ["version"] = "perfmatrix",
    };
}
