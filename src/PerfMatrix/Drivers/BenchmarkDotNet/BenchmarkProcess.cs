namespace PerfMatrix.Drivers.BenchmarkDotNet;

/// <summary>Runs a published BenchmarkDotNet project once, all its cases in that one process (in-process toolchain: it measures what it runs
/// on).</summary>
internal sealed class BenchmarkProcess(string folder)
{
    private const string FilterOption = "--filter";
    private const string ProofVariable = "PERFMATRIX_PROOF";

    /// <param name="cpus">CPUs to pin it to; empty does not pin.</param>
    public async Task<BenchmarkOutcome> RunAsync(
        Application application, IReadOnlyList<string> cases, IReadOnlyList<int> cpus, CancellationToken cancellation)
    {
        Directory.CreateDirectory(folder);
        try
        {
            var (program, prefix) = Program(Path.Combine(application.Folder, application.Executable), cpus);
            var environment = new Dictionary<string, string>(application.Environment) { [ProofVariable] = ProofFile };
            await using var process = ChildProcess.Start(program, [.. prefix, .. Arguments(application, cases)], environment);
            var lines = await process.Lines.ReadAllAsync(cancellation).ToListAsync(cancellation);
            var code = await process.WaitAsync(cancellation);
            return new BenchmarkOutcome(code, lines, Reports(), await ProofAsync(), process.LastLines);
        }
        finally
        {
            WorkFolder.Remove(folder);
        }
    }

    private string ProofFile => Path.Combine(folder, "proof.json");

    /// <summary>The runtime counts its CPUs when it starts, so the process has to be pinned before.</summary>
    private static (string Program, IEnumerable<string> Prefix) Program(string executable, IReadOnlyList<int> cpus) =>
        cpus.Count == 0 || cpus.Count == Environment.ProcessorCount
            ? (executable, [])
            : ("taskset", ["-c", CpuPlacement.Ranges(cpus), executable]);

    /// <summary>The project's own arguments without their filter, then what makes the result readable.</summary>
    private IEnumerable<string> Arguments(Application application, IReadOnlyList<string> cases) =>
    [
        .. WithoutFilter(application.Arguments),
        "--inProcess",
        "--exporters", "fulljson",
        "--artifacts", folder,
        FilterOption, .. cases.SelectMany(Patterns),
    ];

    /// <summary>BenchmarkDotNet matches the full name, which ends in the method or in its parameters.</summary>
    private static IEnumerable<string> Patterns(string @case) =>
        @case.Contains('(', StringComparison.Ordinal) ? [$"*.{@case}"] : [$"*.{@case}", $"*.{@case}(*"];

    private static IEnumerable<string> WithoutFilter(IReadOnlyList<string> arguments)
    {
        var isFilter = false;
        foreach (var argument in arguments)
        {
            isFilter = argument == FilterOption || (isFilter && !argument.StartsWith('-'));
            if (!isFilter) yield return argument;
        }
    }

    private List<BenchmarkEntry> Reports()
    {
        var results = Path.Combine(folder, "results");
        return Directory.Exists(results)
            ? [.. Directory.EnumerateFiles(results, "*-report-full.json").Order(StringComparer.Ordinal)
                .SelectMany(path => BenchmarkReport.Parse(File.ReadAllText(path)))]
            : [];
    }

    private async Task<ProbeProof?> ProofAsync()
    {
        if (!File.Exists(ProofFile)) return null;
        await using var stream = File.OpenRead(ProofFile);
        return await JsonSerializer.DeserializeAsync(stream, ContractJson.Default.ProbeProof);
    }
}

internal sealed record BenchmarkOutcome(
    int ExitCode, IReadOnlyList<string> Lines, IReadOnlyList<BenchmarkEntry> Entries, ProbeProof? Proof, string LastLines)
{
    /// <summary>The observation of a case: its numbers, or why it has none.</summary>
    public VariantObservation Observe(string variant, string @case)
    {
        var entries = Entries.Where(entry => entry.Is(@case)).ToList();
        var failure = entries switch
        {
            [] => $"BenchmarkDotNet ended with code {ExitCode} and reported no case '{@case}'{Others()}",
            [{ Result: null } failed] => BenchmarkLog.ExceptionOf(Lines, failed.DisplayInfo)
                ?? $"BenchmarkDotNet reported no result for {failed.FullName}",
            [_] => null,
            _ => $"the case '{@case}' means {entries.Count} benchmarks; name one of them in the "
                + $"matrix: {string.Join(", ", entries.Select(entry => entry.FullName))}",
        };
        return new VariantObservation
        {
            Variant = variant,
            Proof = Proof,
            WarmupSettled = true,
            Failure = failure is null ? null : new RoundFailure
            {
                Reason = failure,
                LastLines = entries.Count > 0 ? [] : LastLines.Split(Environment.NewLine),
            },
            Benchmark = failure is null ? entries[0].Result : null,
        };
    }

    private string Others() => Entries.Count == 0 ? "" : $"; it has {string.Join(", ", Entries.Select(entry => entry.Method).Distinct())}";
}
