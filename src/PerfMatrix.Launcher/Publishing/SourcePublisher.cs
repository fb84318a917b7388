using PerfMatrix.Shared.Builds;

namespace PerfMatrix.Launcher.Publishing;

/// <summary>Publishes what plans ask for, equal publishes once, from sources that an agent has fetched.</summary>
internal sealed class SourcePublisher(IProcessRunner runner, IReadOnlyDictionary<string, string> environment)
{
    private const int KeyDigits = 16;

    // A publish keeps about one CPU busy and takes some 300 MB.
    private static readonly int s_atOnce = Math.Clamp(Environment.ProcessorCount, 1, 4);

    /// <summary>The plans with the executables that were published for them; those that need nothing published stay as they are.</summary>
    /// <exception cref="PublishException">An application does not build: the first of them, in the order of the plans.</exception>
    public async Task<IReadOnlyList<LaunchPlan>> PublishAsync(IReadOnlyList<LaunchPlan> plans, CancellationToken cancellation)
    {
        var wanted = plans.Where(plan => plan.Publish is not null).DistinctBy(plan => Key(plan.Publish!)).ToList();
        var checkouts = wanted.Select(plan => plan.Publish!.Source).Distinct().ToDictionary(source => source, SourceCheckout.Claim);
        var outcomes = new Published[wanted.Count];
        var atOnce = new ParallelOptions { MaxDegreeOfParallelism = s_atOnce, CancellationToken = cancellation };
        await Parallel.ForEachAsync(Enumerable.Range(0, wanted.Count), atOnce, async (
            i, stop) => outcomes[i] = await PublishAsync(wanted[i], checkouts[wanted[i].Publish!.Source], stop));
        if (outcomes.FirstOrDefault(outcome => outcome.Failure is not null) is { Failure: { } failure }) throw failure;
        var executables = wanted.Zip(outcomes).ToDictionary(made => Key(made.First.Publish!), made => made.Second.Executable!);
        return [.. plans.Select(plan => plan.Publish is { } publish ? plan with { Executable = executables[Key(publish)] } : plan)];
    }

    private static string Key(PublishPlan plan) =>
        Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(plan, ContractJson.Default.PublishPlan)))[..KeyDigits];

    private async Task<Published> PublishAsync(LaunchPlan plan, SourceCheckout checkout, CancellationToken cancellation)
    {
        var publish = plan.Publish!;
        var output = checkout.Output(Key(publish));
        if (Directory.Exists(output)) return Accept(plan, output);
        var workshop = checkout.Workshop(Key(publish));
        WorkFolder.Delete(workshop);
        PublishArguments.Prepare(workshop);
        try
        {
            var made = Path.Combine(workshop, "output");
            var build = await RunAsync(publish, checkout.Root(publish), workshop, made, cancellation);
            if (build.ExitCode != 0)
                return Published.Failed(plan, $"{publish.Project} could not be published for {publish.Framework} {publish.RuntimeVersion}",
                    BuildErrors.In(build).Select(line => Short(line, checkout)));
            if (Accept(plan, made).Failure is { } failure) return new Published(null, failure);
            Directory.CreateDirectory(Path.GetDirectoryName(output)!);
            Directory.Move(made, output);
            return Accept(plan, output);
        }
        finally
        {
            WorkFolder.Delete(workshop);
        }
    }

    private Task<ProcessResult> RunAsync(PublishPlan plan, string root, string workshop, string output, CancellationToken cancellation)
    {
        var target = new PublishTarget(plan.Framework, plan.RuntimeVersion, RuntimeIdentifiers.OfThisMachine(), plan.Arguments);
        var arguments = PublishArguments.For(target, Path.Combine(root, plan.Project), workshop, output);
        return Errors.OrAsync(
            () => runner.RunAsync(new ProcessRequest("dotnet", arguments, SdkFolder.Of(root), environment), cancellation),
            (ProcessStartException exception) => throw new FormatException(
                $"{exception.Message} This machine is to build the workloads itself (--remote-source): install the .NET SDK on it from "
                    + $"https://dot.net/download, put it into the PATH of the crank agent, and restart the agent.", exception));
    }

    private static Published Accept(LaunchPlan plan, string output) => Errors.Or(
        () => new Published(Path.Combine(output, PublishedRuntime.ExecutableIn(output, plan.Publish!.RuntimeVersion)), null),
        (InvalidDataException exception) => Published.Failed(plan, exception.Message, []));

    // The folders of an agent say nothing to whoever reads the error elsewhere.
    private static string Short(string line, SourceCheckout checkout) =>
        line.Replace(checkout.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    private sealed record Published(string? Executable, PublishException? Failure)
    {
        public static Published Failed(LaunchPlan plan, string reason, IEnumerable<string> lines) =>
            new(null, new PublishException(plan.Variant, reason, [.. lines]));
    }
}

/// <summary>What comes before the launchers serve: publishing, where a plan asks for it, with the driver told of it on standard output.</summary>
internal static class PublishStep
{
    /// <summary>Publishes; the plans then name what was published.</summary>
    /// <exception cref="PublishException">An application does not build; the driver has been told.</exception>
    public static async Task<IReadOnlyList<LaunchPlan>> RunAsync(IReadOnlyList<LaunchPlan> plans)
    {
        if (plans.All(plan => plan.Publish is null)) return plans;
        // A build ends with this process, and this process with the agent.
        if (plans.Any(plan => plan.StopWithParent)) ParentProcess.WhenGone(() => Environment.Exit(0));
        await Console.Out.WriteLineAsync($"{new ConductorEvent("phase", Round: 0, ConductorEvent.Publishing)}");
        try
        {
            return await new SourcePublisher(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess()).PublishAsync(
                plans, CancellationToken.None);
        }
        catch (PublishException exception)
        {
            await Console.Out.WriteLineAsync($"{exception.Event}");
            throw;
        }
    }
}

internal sealed class PublishException(string variant, string reason, IReadOnlyList<string> lines)
    : Exception(string.Join(Environment.NewLine, [$"{variant}: {reason}", .. lines]))
{
    public ConductorEvent Event { get; } = new(ConductorEvent.PublishFailed, Round: 0) { Variant = variant, Reason = reason, Lines = lines };
}

/// <summary>The place of sources that a crank agent has fetched, and of what is published from them beside it: <c>checkouts/NAME</c> and
/// <c>published/KEY</c>. An agent keeps both for the next block with the same sources.</summary>
internal sealed class SourceCheckout(string parent, string folder)
{
    public string Folder => folder;

    /// <summary>Takes fetched sources out of the agent's way: for the next block it copies them to the same place, and fails when something is there
    /// (seen in the source of crank 0.2.0-alpha.26316.1: File.CopyTo without overwriting).</summary>
    /// <param name="source">Where the agent has put them, absolute.</param>
    public static SourceCheckout Claim(string source)
    {
        var beside = Path.GetDirectoryName(source)!;
        var claimed = Path.Combine(beside, "checkouts", Path.GetFileName(source));
        if (IsFilled(source))
        {
            WorkFolder.Delete(claimed);
            Directory.CreateDirectory(Path.GetDirectoryName(claimed)!);
            Directory.Move(source, claimed);
        }

        return new SourceCheckout(beside, claimed);
    }

    /// <summary>Where an output belongs; it is there as a whole or not at all.</summary>
    public string Output(string key) => Path.Combine(parent, "published", key);

    public string Workshop(string key) => Path.Combine(parent, "building", key);

    public string Root(PublishPlan plan)
    {
        var root = Path.TrimEndingDirectorySeparator(Path.Combine(folder, plan.Root));
        return IsFilled(root) ? root : throw new FormatException(
            $"commit {plan.Commit} has not arrived on this machine: git on the agent could not fetch it, now or in an earlier block. Its log says "
                + $"why; make the repository readable from here and restart the agent, so that it fetches again.");
    }

    private static bool IsFilled(string place) => Directory.Exists(place) && Directory.EnumerateFileSystemEntries(place).Any();
}
