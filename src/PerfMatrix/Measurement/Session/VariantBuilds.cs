using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>Publishes what the variants of a run need, each (workload, patch) once, and says of each variant how to start it or why it cannot be.</summary>
/// <param name="publisher">Publishes and keeps.</param>
/// <param name="plan">The plan, with its scenarios, runtimes and standalone GCs.</param>
public sealed class VariantBuilds(IPublisher publisher, ResolvedPlan plan)
{
    private readonly Dictionary<(PublishRequest Request, string Gc), PublishOutcome> _outcomes = [];
    private readonly Dictionary<string, GcLeg> _legs = plan.Matrix.Selection.GcLegs.ToDictionary(leg => leg.Name);

    /// <summary>Where a project of the checkout lies among the files that are built; in the checkout itself unless said otherwise.</summary>
    public Func<string, string> Locate { get; init; } = project => project;

    /// <summary>Environment of the applications beyond that of their scenario and GC leg.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>What was published, before any library of a GC leg is put beside it.</summary>
    public IReadOnlyDictionary<PublishRequest, PublishOutcome> Outcomes { get; private set; } = new Dictionary<PublishRequest, PublishOutcome>();

    /// <summary>Publishes for all variants.</summary>
    public async Task PublishAsync(IEnumerable<Variant> variants, IRunProgress progress, CancellationToken cancellation)
    {
        var keys = variants.Select(Key).Distinct().ToList();
        var requests = keys.Select(key => key.Request).Distinct().ToList();
        progress.Preparing(publisher.Announce(requests.Count == 1 ? "1 application" : $"{requests.Count} applications"));
        var outcomes = await publisher.PublishAllAsync(requests, progress: null, cancellation);
        var published = requests.Zip(outcomes).ToDictionary(pair => pair.First, pair => pair.Second);
        Outcomes = published;
        foreach (var key in keys)
            _outcomes[key] = published[key.Request] is Publication publication ? plan.Gcs.Place(publication, _legs[key.Gc]) : published[key.Request];
    }

    /// <summary>How to start a variant; null when its publish failed.</summary>
    public Application? Application(Variant variant)
    {
        if (_outcomes[Key(variant)] is not Publication publication)
            return null;
        var job = plan.Scenarios[variant.Cell.Scenario].Application;
        var environment = new Dictionary<string, string>(job.EnvironmentVariables);
        foreach (var (name, value) in _legs[variant.Cell.Gc].Environment.Concat(Environment))
            environment[name] = value;
        return new Application(publication.Folder, publication.Executable, job.Arguments, environment, job.ReadyPath, job.StartTimeout) { Secure = job.Secure, Remote = publication.Remote };
    }

    /// <summary>Why a variant cannot be started; null when it can.</summary>
    public string? Failure(Variant variant) => _outcomes[Key(variant)] is PublishFailure failure
        ? string.Join(System.Environment.NewLine, [failure.Reason, .. failure.Errors])
        : null;

    /// <summary>What the run document says of a variant, and what its process has to prove.</summary>
    /// <param name="variant">The variant.</param>
    /// <param name="sha">Commit of the code.</param>
    public VariantFacts Facts(Variant variant, string? sha)
    {
        var patch = plan.Runtimes.Patch(variant.Cell.Runtime);
        var expectation = ProofExpectation.FromEnvironment(patch, variant.Cell.Cores, _legs[variant.Cell.Gc].Environment) with { MemoryLimit = variant.Cell.Memory };
        return new VariantFacts(patch, _outcomes[Key(variant)] is Publication { Remote: null } publication ? publication.ContentHash : null, sha, expectation);
    }

    private (PublishRequest Request, string Gc) Key(Variant variant) => (Request(variant), variant.Cell.Gc);

    private PublishRequest Request(Variant variant) => new(
        Locate(plan.Scenarios[variant.Cell.Scenario].Application.Project),
        variant.Cell.Runtime.Framework,
        plan.Runtimes.Patch(variant.Cell.Runtime),
        RuntimeIdentifiers.OfThisMachine());
}
