namespace PerfMatrix.Runtimes;

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
internal abstract record PublishOutcome;

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
internal sealed record PublishFailure(string Reason, IReadOnlyList<string> Errors) : PublishOutcome;
