namespace PerfMatrix.Shared.Benchmarks;

/// <summary>Runs cases of a published BenchmarkDotNet project in one process (in-process toolchain: it measures what it runs on).</summary>
public sealed class BenchmarkProcess(string folder)
{
    private const string ProofVariable = "PERFMATRIX_PROOF";

    // With a setting of its own, `--job` changes every job of the project instead of adding one (ConfigParser.GetBaseJob). A launch is a process, so
    // a job has one. That it is this process the build has seen to (PublishArguments.MeasureInProcess).
    private static readonly string[] s_own =
        ["--filter", "-f", "--inProcess", "-i", "--launchCount", "--memory", "-m", "--exporters", "-e", "--artifacts", "-a"];

    private static readonly string[] s_extent =
    [
        "--job", "-j", "--warmupCount", "--minWarmupCount", "--maxWarmupCount", "--iterationCount", "--minIterationCount", "--maxIterationCount",
        "--iterationTime", "--invocationCount", "--unrollFactor", "--strategy",
    ];

    /// <summary>Runs each benchmark that the cases mean once, to see which there are.</summary>
    public Task<BenchmarkOutcome> FindAsync(BenchmarkProgram program, IReadOnlyList<BenchmarkCase> cases, CancellationToken cancellation) => RunAsync(
        program with { Arguments = [.. Without(program.Arguments, s_extent), "--job", "dry"] }, cases, [], cancellation);

    /// <param name="cpus">CPUs to pin it to; empty does not pin.</param>
    public async Task<BenchmarkOutcome> RunAsync(
        BenchmarkProgram program, IReadOnlyList<BenchmarkCase> cases, IReadOnlyList<int> cpus, CancellationToken cancellation)
    {
        Directory.CreateDirectory(folder);
        try
        {
            var executable = SystemProcessRunner.Runnable(Path.GetFullPath(program.Executable));
            var (command, prefix) = Pinned(executable, cpus);
            var environment = new Dictionary<string, string>(program.Environment) { [ProofVariable] = ProofFile };
            await using var process = ChildProcess.StartForeign(
                command, [.. prefix, .. Arguments(program, cases)], Path.GetDirectoryName(executable)!, environment);
            var lines = await process.Lines.ReadAllAsync(cancellation).ToListAsync(cancellation);
            var code = await process.WaitAsync(cancellation);
            return new BenchmarkOutcome(code, lines, Reports(), await ProofAsync(), process.LastLines);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private string ProofFile => Path.Combine(folder, "proof.json");

    /// <summary>The runtime counts its CPUs when it starts, so the process has to be pinned before.</summary>
    private static (string Command, IEnumerable<string> Prefix) Pinned(string executable, IReadOnlyList<int> cpus) =>
        cpus.Count == 0 || cpus.Count == Environment.ProcessorCount ? (executable, [])
            : ("taskset", ["-c", string.Join(',', cpus), executable]);

    /// <summary>The project's own arguments without those that are ours, because none may be given twice.</summary>
    private IEnumerable<string> Arguments(BenchmarkProgram program, IReadOnlyList<BenchmarkCase> cases) =>
    [
        .. Without(program.Arguments, s_own),
        "--launchCount", "1",
        "--memory",
        "--exporters", "fulljson",
        "--artifacts", folder,
        "--filter", .. cases.SelectMany(one => one.Filters).Distinct(),
    ];

    private static IEnumerable<string> Without(IReadOnlyList<string> arguments, string[] options)
    {
        var isLeftOut = false;
        foreach (var argument in arguments)
        {
            isLeftOut = options.Contains(argument.Split('=')[0]) || (isLeftOut && !argument.StartsWith('-'));
            if (!isLeftOut) yield return argument;
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

public sealed record BenchmarkOutcome(
    int ExitCode, IReadOnlyList<string> Lines, IReadOnlyList<BenchmarkEntry> Entries, ProbeProof? Proof, string LastLines)
{
    /// <summary>The observation of a case: its numbers, or why it has none.</summary>
    public VariantObservation Observe(string variant, string @case)
    {
        var wanted = BenchmarkCase.Of(@case);
        var entries = Entries.Where(entry => entry.Is(wanted)).ToList();
        var failure = entries switch
        {
            [] => $"BenchmarkDotNet ended with code {ExitCode} and reported no case '{@case}'{Others()}",
            [{ Result: null } failed] => BenchmarkLog.ExceptionOf(Lines, failed.DisplayInfo)
                ?? $"BenchmarkDotNet reported no result for {failed.FullName}",
            [_] => null,
            _ => $"the case '{@case}' means {entries.Count} benchmarks; name one of them in the "
                + $"matrix: {string.Join(", ", entries.Select(Shown))}",
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

    private string Shown(BenchmarkEntry entry) =>
        Entries.Count(other => other.FullName == entry.FullName) > 1 ? $"{entry.FullName}@{entry.Job}" : entry.FullName;

    private string Others() => Entries.Count == 0 ? "" : $"; it has {string.Join(", ", Entries.Select(entry => entry.Method).Distinct())}";
}
