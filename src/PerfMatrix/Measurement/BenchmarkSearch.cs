using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Shared.Benchmarks;

namespace PerfMatrix.Measurement;

/// <summary>Finds the cases that patterns mean. BenchmarkDotNet's own list has neither parameter sets nor jobs, so each benchmark is run once; one
/// that fails is found as well.</summary>
/// <param name="published">Where programs are that another job has published; null publishes the files of the root.</param>
internal sealed class BenchmarkSearch(string root, RuntimeAxis runtimes, IPublisher? published)
{
    /// <param name="asked">What the command line calls scenarios; of a large project only those are run.</param>
    public async Task<MatrixDefinition> FillAsync(
        MatrixDefinition matrix, Selection selection, IReadOnlyList<string> asked, IReadOnlyDictionary<string, ResolvedScenario> scenarios,
            CancellationToken cancellation)
    {
        if (selection.Runtimes.Where(runtime => runtimes.Unavailable(runtime) is null).Take(1).ToList() is not [var runtime]) return matrix;
        using var publisher = published ?? new Sdk(root).Publisher();
        foreach (var family in selection.Scenarios.Where(scenario => scenario.IsPattern).GroupBy(scenario => scenario.Family!))
        {
            var job = scenarios[family.First().Name].Application;
            var request = runtimes.Request(job.Project, runtime, isBenchmark: true);
            if ((await publisher.PublishAllAsync([request], cancellation))[0] is not Publication program) throw Unbuilt(family.Key, request);
            var benchmarks = new BenchmarkProgram(Path.Combine(program.Folder, program.Executable), job.Arguments, job.EnvironmentVariables);
            matrix = matrix.WithCases(family.Key, await CasesAsync(family, [.. AskedOf(family.Key, asked)], benchmarks, cancellation));
        }

        return matrix;
    }

    private static async Task<IReadOnlyList<string>> CasesAsync(
        IGrouping<string, ScenarioEntry> family, List<BenchmarkCase> asked, BenchmarkProgram benchmarks, CancellationToken cancellation)
    {
        List<BenchmarkCase> patterns = [.. family.Select(scenario => BenchmarkCase.Of(scenario.Case!))];
        var folder = Directory.CreateTempSubdirectory("perfmatrix-cases-").FullName;
        var outcome = await new BenchmarkProcess(folder).FindAsync(benchmarks, asked.Count > 0 ? asked : patterns, cancellation);
        var found = outcome.Entries.Where(entry => patterns.Exists(pattern => pattern.Matches(entry))).ToList();
        return found.Count > 0 ? BenchmarkCase.NamesOf(found) : throw new UsageException(
            $"scenario '{family.Key}': found no benchmark {string.Join(" or ", (asked.Count > 0 ? asked : patterns).Select(one => one.Name))}; "
                + $"BenchmarkDotNet ended with code {outcome.ExitCode} and said:{Environment.NewLine}{outcome.LastLines}");
    }

    // An underscore of an id may stand for another character. A part of the project that is asked for by its whole name has all jobs.
    private static IEnumerable<BenchmarkCase> AskedOf(string family, IReadOnlyList<string> asked) => asked.Contains(family) ? [] : asked
        .Where(name => name.StartsWith($"{family}/", StringComparison.Ordinal))
        .Select(name => BenchmarkCase.Of(name[(family.Length + 1)..].Replace('_', '?')) with { Job = null });

    private static UsageException Unbuilt(string family, PublishRequest request) => new(
        $"scenario '{family}': {request.Project} does not build for {request.Framework}, so nobody knows its benchmarks; build it by `dotnet build`");
}
