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
        return await Errors.OrAsync(
            () => UseOrMakeAsync(request, ProjectFile.Find(request.Project), entry, cancellation), FileErrors.Is, e => throw new UsageException(
                $"publish cache {cacheFolder}: {e.Message} The folder must be writable, with some 300 MB free for each build.", e));
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
            WorkFolder.Delete(_cache.WorkshopOf(entry));
            _builds.Release();
        }
    }

    private async Task<PublishFailure?> BuildAsync(PublishRequest request, string project, string entry, CancellationToken cancellation)
    {
        var workshop = _cache.WorkshopOf(entry);
        WorkFolder.Delete(workshop);
        PublishArguments.Prepare(workshop);
        var output = Path.Combine(workshop, "output");
        var build = await dotnet.RunAsync(PublishArguments.For(request.Target, project, workshop, output), cancellation);
        if (build.ExitCode != 0)
            return new PublishFailure(
                $"{Path.GetFileName(project)} could not be published for {request.Framework} {request.Patch}", BuildErrors.In(build));

        return Accept(request, entry, output);
    }

    private PublishFailure? Accept(PublishRequest request, string entry, string output) => Errors.Or<PublishFailure?, InvalidDataException>(() =>
    {
        _cache.Add(entry, output, PublishedRuntime.ExecutableIn(output, request.Patch), request.Patch);
        return null;
    }, e => new(e.Message, []));
}

/// <summary>Gives the published form of workloads: publishes them here, or takes what was published elsewhere.</summary>
internal interface IPublisher : IDisposable
{
    string Announce(string what);

    /// <returns>The outcomes, in the order of the requests.</returns>
    Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation);

    /// <summary>Whoever publishes nothing himself holds nothing.</summary>
    void IDisposable.Dispose() { }
}

/// <summary>A workload to publish for one exact runtime.</summary>
/// <param name="Project">Project file, or a folder that holds exactly one.</param>
/// <param name="Patch">Exact version of .NET and ASP.NET Core, as <see cref="RuntimeCatalogue"/> resolved it.</param>
internal sealed record PublishRequest(string Project, string Framework, string Patch, string Rid)
{
    /// <summary>More arguments of <c>dotnet publish</c>, e.g. <c>-p:TieredPGO=false</c>.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    internal PublishTarget Target => new(Framework, Patch, Rid, Arguments);

    /// <summary>Equal when everything is, each argument included: requests are counted and looked up.</summary>
    public bool Equals(PublishRequest? other) =>
        other is not null
        && (Project, Framework, Patch, Rid) == (other.Project, other.Framework, other.Patch, other.Rid)
        && Arguments.SequenceEqual(other.Arguments);

    public override int GetHashCode() => HashCode.Combine(Project, Framework, Patch, Rid, Arguments.Count);
}

/// <summary>What became of a <see cref="PublishRequest"/>: a <see cref="Publication"/> or a <see cref="PublishFailure"/>.</summary>
internal abstract record PublishOutcome
{
    public Publication Require(Func<string, Exception> error) => this as Publication ?? throw error(((PublishFailure)this).Text);
}

/// <summary>A published application. Its folder stays as it is for as long as the <see cref="Publisher"/> lives.</summary>
/// <param name="Folder">Folder of the output, absolute.</param>
/// <param name="ContentHash">Lower-case hexadecimal SHA-256 over the names and contents of all files.</param>
/// <param name="RuntimeVersion">Version of .NET and ASP.NET Core that the output itself names.</param>
internal sealed record Publication(string Folder, string Executable, string ContentHash, string RuntimeVersion) : PublishOutcome
{
    /// <summary>Set when an agent fetches and publishes it: nothing is here then, folder, executable and hash are empty.</summary>
    public RemoteBuild? Remote { get; init; }
}

/// <summary>A workload that could not be published: its cells fail, others go on.</summary>
/// <param name="Errors">The first errors of the compiler or of NuGet, with file, line and column; at most ten.</param>
internal sealed record PublishFailure(string Reason, IReadOnlyList<string> Errors) : PublishOutcome
{
    public string Text => string.Join(Environment.NewLine, [Reason, .. Errors]);
}

/// <summary>Publishes nothing here: hands every request on to the agents, which fetch the commit and publish it themselves.</summary>
/// <param name="root">Root that the projects of requests lie below.</param>
internal sealed class RemotePublisher(RemoteCommit source, string root) : IPublisher
{
    public string Announce(string what) =>
        $"Leaving {what} to the agents, which fetch {Wording.ShortId(source.Sha)} from {source.Repository} and build it ...";

    public Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<PublishOutcome>>([.. requests.Select(Handed)]);

    private Publication Handed(PublishRequest request) => new("", "", "", request.Patch)
    {
        Remote = new RemoteBuild(source, request with { Project = Path.GetRelativePath(root, ProjectFile.Find(request.Project)).Replace('\\', '/') }),
    };
}

/// <summary>A workload that an agent fetches from a repository and publishes itself.</summary>
/// <param name="Request">What to publish: the project relative to the root of the source, with forward slashes; for the agent's RID.</param>
internal sealed record RemoteBuild(RemoteCommit Source, PublishRequest Request);

/// <param name="Sha">The commit, 40 hexadecimal digits.</param>
/// <param name="Root">Folder of the project in the repository, with forward slashes; empty where it is the root.</param>
internal sealed record RemoteCommit(RemoteRepository Repository, string Sha, string Root);

/// <summary>The address of a git repository that agents fetch from. It stands in configurations, logs and documents, so it holds no secret; and an
/// agent puts it into a command line without quotes, so it holds no character that could be taken for something else.</summary>
internal sealed partial record RemoteRepository
{
    public const string Option = "--remote-source";

    private RemoteRepository(string url) => Url = url;

    public string Url { get; }

    public static RemoteRepository Parse(string text)
    {
        if (HasSecret(text))
            throw new UsageException(
                $"{Option}: found an address with user name or password, which would appear in logs and documents; leave them out, and give git on "
                    + $"the agents a credential helper or an SSH key");
        return Address().IsMatch(text) ? new RemoteRepository(text)
            : throw new UsageException(
            $"{Option}: found '{text.Split('?')[0]}', expected the address of a git repository without spaces, quotes and query, e.g. "
                + $"https://github.com/OWNER/NAME.git, git@HOST:PATH or file:///PATH");
    }

    public override string ToString() => Url;

    // The name alone is no secret with SSH (git@host); over HTTP it may be a token.
    private static bool HasSecret(string text)
    {
        var (scheme, rest) = text.Split("://", 2) is [var before, var after] ? (before, after) : ("ssh", text);
        var authority = rest.Split('/')[0];
        return authority.LastIndexOf('@') is >= 0 and var end && (scheme != "ssh" || authority[..end].Contains(':', StringComparison.Ordinal));
    }

    [GeneratedRegex(
        @"\A((https?|ssh|git)://(?!-)|file:///|/|\w[\w.-]*@\w[\w.-]*:(?!-))(?!.*@-)[\w./~:@%+,=-]+\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Address();
}
