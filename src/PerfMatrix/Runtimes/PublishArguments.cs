namespace PerfMatrix.Runtimes;

/// <summary>The command line of a publish.</summary>
internal static class PublishArguments
{
    /// <param name="request">What to publish.</param>
    /// <param name="project">Its project file.</param>
    /// <param name="workshop">Folder for intermediate files, so that parallel builds of the same projects do not meet.</param>
    /// <param name="output">Folder of the output.</param>
    public static IReadOnlyList<string> For(PublishRequest request, string project, string workshop, string output) =>
    [
        "publish", project,
        "--configuration", "Release",
        "--framework", request.Framework,
        "--runtime", request.Rid,
        "--self-contained",
        "--output", output,
        "--nologo", "--verbosity", "minimal", "--tl:off",
        $"-p:RuntimeFrameworkVersion={request.Patch}",
        $"-p:ArtifactsPath={Escape(workshop)}",
        .. LeaveNothingRunning,
        .. SameSourcesSameOutput,
        .. OnlyWhatRuns,
        .. request.Arguments,
    ];

    /// <summary>In the value of a property these characters would end it (MSBuild: special characters).</summary>
    private static string Escape(string path) =>
        path.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);

    /// <summary>Builds run side by side, each in one process that ends with it; more nodes made a publish slower (9.0 s against 7.0 s).</summary>
    private static readonly string[] LeaveNothingRunning = ["-maxcpucount:1", "-nodeReuse:false", "-p:UseSharedCompilation=false"];

    /// <summary>The commit would otherwise be written into the assembly, though the key of the cache is the content of the sources.</summary>
    private static readonly string[] SameSourcesSameOutput =
        ["-p:Deterministic=true", "-p:IncludeSourceRevisionInInformationalVersion=false", "-p:EnableSourceLink=false"];

    /// <summary>Style is judged when the repository is built, not when it is measured with some other SDK.</summary>
    private static readonly string[] OnlyWhatRuns = ["-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:GenerateDocumentationFile=false"];
}
