using System.Collections.Concurrent;

namespace PerfMatrix.Runtimes;

/// <summary>Publishes workloads self-contained for an exact runtime, and keeps what it published by the content of its sources. What it hands out
/// stays in place until it is disposed, whatever other processes do with the same cache.</summary>
/// <param name="cacheFolder">Folder of the publications, absolute; usually <c>artifacts/cache/publish</c>.</param>
internal sealed class Publisher(Dotnet dotnet, string cacheFolder, TimeProvider time) : IPublisher
{
    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(50);

    private readonly PublishCache _cache = new(cacheFolder, time);
    private readonly ConcurrentDictionary<string, IDisposable> _inUse = new();
    private readonly SemaphoreSlim _builds = new(ParallelBuilds);

    /// <summary>How many builds run at a time. A publish keeps about one CPU busy and takes some 300 MB.</summary>
    public static int ParallelBuilds { get; } = Math.Clamp(Environment.ProcessorCount, 1, 4);

    /// <summary>Size of the cache that <see cref="Prune"/> keeps by default: some 90 publications of 106 MB.</summary>
    public static Bytes DefaultCacheLimit { get; } = new(10L << 30);

    /// <summary>Publishes a workload, or takes it from the cache. A workload that does not build is a <see cref="PublishFailure"/>.</summary>
    public async Task<PublishOutcome> PublishAsync(PublishRequest request, CancellationToken cancellation)
    {
        var entry = await KeyAsync(request, cancellation);
        try
        {
            return await UseOrMakeAsync(request, ProjectFile.Find(request.Project), entry, cancellation);
        }
        catch (Exception e) when (FileErrors.Is(e))
        {
            throw new UsageException(
                $"publish cache {cacheFolder}: {e.Message} The folder must be writable, with some 300 MB free for each build.", e);
        }
    }

    /// <summary>Names all that a publication is made from: sources, SDK, runtime and arguments. The same key, the same program.</summary>
    /// <exception cref="UsageException">There is no such project, or its files cannot be followed.</exception>
    public async Task<string> KeyAsync(PublishRequest request, CancellationToken cancellation) =>
        PublishKey.For(request, ProjectFile.Find(request.Project), await dotnet.SdkVersionAsync(cancellation));

    public string Announce(string what) => $"Publishing {what} (only what has changed since the last run) ...";

    /// <remarks>As many at a time as the machine has CPUs for.</remarks>
    public async Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation) =>
        await Task.WhenAll(requests.Select(request => PublishAsync(request, cancellation)));

    /// <summary>Removes the longest unused publications beyond a size, never one that this or another process uses.</summary>
    public void Prune(Bytes limit) => _cache.Prune(limit);

    public void Dispose()
    {
        foreach (var held in _inUse.Values) held.Dispose();
        _inUse.Clear();
        _builds.Dispose();
    }

    private async Task<PublishOutcome> UseOrMakeAsync(PublishRequest request, string project, string entry, CancellationToken cancellation)
    {
        while (true)
        {
            if (await UseAsync(entry, cancellation) is { } publication) return publication;
            if (await MakeAsync(request, project, entry, cancellation) is { } failure) return failure;
        }
    }

    private async Task<Publication?> UseAsync(string entry, CancellationToken cancellation)
    {
        var held = await _cache.LockAsync(entry, cancellation);
        var publication = _cache.Find(entry);
        if (publication is null || !_inUse.TryAdd(entry, held)) held.Dispose();
        return publication;
    }

    /// <summary>Builds an entry; null when the caller should look again: it is there, or somebody else has it.</summary>
    private async Task<PublishFailure?> MakeAsync(PublishRequest request, string project, string entry, CancellationToken cancellation)
    {
        // Somebody may have deleted the files of an entry that is in use here; the own shared lock must not be what is waited for then.
        if (_inUse.TryRemove(entry, out var own)) own.Dispose();
        // Nor is another's waited for: whoever makes the entry meanwhile keeps a shared lock on it for as long as he uses it.
        using var held = _cache.TryLockExclusively(entry);
        if (held is null) await Task.Delay(s_lookAgain, time, cancellation);
        if (held is null || _cache.Find(entry) is not null) return null;

        await _builds.WaitAsync(cancellation);
        try
        {
            return await BuildAsync(request, project, entry, cancellation);
        }
        finally
        {
            PublishCache.Delete(_cache.WorkshopOf(entry));
            _builds.Release();
        }
    }

    private async Task<PublishFailure?> BuildAsync(PublishRequest request, string project, string entry, CancellationToken cancellation)
    {
        var workshop = _cache.WorkshopOf(entry);
        PublishCache.Delete(workshop);
        PublishArguments.Prepare(workshop);
        var output = Path.Combine(workshop, "output");
        var build = await dotnet.RunAsync(PublishArguments.For(request.Target, project, workshop, output), cancellation);
        if (build.ExitCode != 0)
            return new PublishFailure(
                $"{Path.GetFileName(project)} could not be published for {request.Framework} {request.Patch}", BuildErrors.In(build));

        return Accept(request, entry, output);
    }

    private PublishFailure? Accept(PublishRequest request, string entry, string output)
    {
        try
        {
            var runtime = PublishedRuntime.Read(output);
            if (runtime.Contradiction(request.Patch) is { } contradiction) return new PublishFailure(contradiction, []);

            _cache.Add(entry, output, runtime, request.Patch);
            return null;
        }
        catch (InvalidDataException e)
        {
            return new PublishFailure(e.Message, []);
        }
    }
}

/// <summary>Gives the published form of workloads: publishes them here, or takes what was published elsewhere.</summary>
internal interface IPublisher : IDisposable
{
    /// <summary>Says for people what is about to be done.</summary>
    string Announce(string what);

    /// <returns>The outcomes, in the order of the requests.</returns>
    Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation);
}
