namespace PerfMatrix.Shared.Builds;

/// <summary>The command line of a publish: the same wherever an application is published, on the caller's machine or an agent's.</summary>
public static class PublishArguments
{
    /// <param name="workshop">Folder for intermediate files, so that parallel builds of the same projects do not meet.</param>
    public static IReadOnlyList<string> For(PublishTarget target, string project, string workshop, string output) =>
    [
        "publish", project,
        "--configuration", "Release",
        "--framework", target.Framework,
        "--runtime", target.Rid,
        "--self-contained",
        "--output", output,
        "--nologo", "--verbosity", "minimal", "--tl:off",
        $"-p:RuntimeFrameworkVersion={target.Patch}",
        $"-p:ArtifactsPath={Escape(workshop)}",
        $"-p:PathMap={Escape(Mapped(workshop))}=/_", // otherwise an assembly holds the path of its symbols, whose length moves what follows
        $"-p:CustomBeforeDirectoryBuildProps={Escape(Path.Combine(workshop, Properties))}",
        "-p:RestoreLockedMode=false",
        .. LeaveNothingRunning,
        .. SameSourcesSameOutput,
        .. OnlyWhatRuns,
        .. WithItsRuntime,
        .. target.Arguments,
    ];

    /// <summary>Makes the folder for intermediate files, with the properties that differ from project to project. A lock file of the repository knows
    /// neither the runtime identifier nor the exact patch (NU1004), and must not be rewritten: each project gets one of its own here.</summary>
    public static void Prepare(string workshop)
    {
        Directory.CreateDirectory(workshop);
        File.WriteAllText(Path.Combine(workshop, Properties), """
            <Project>
              <PropertyGroup>
                <NuGetLockFilePath>$(ArtifactsPath)/locks/$(MSBuildProjectName).json</NuGetLockFilePath>
              </PropertyGroup>
              <ItemGroup Condition="'$(MSBuildProjectFile)' == '$(PerfMatrixBenchmarkProject)'">
                <Compile Include="$(MSBuildThisFileDirectory)InProcess.$(MSBuildProjectExtension.Substring(1, 2))" />
              </ItemGroup>
            </Project>
            """);
        foreach (var (language, source) in InProcess) File.WriteAllText(Path.Combine(workshop, $"InProcess.{language}"), source);
    }

    /// <summary>The argument that has a project of BenchmarkDotNet measure in the process that was started, as the process's arguments say, whatever
    /// Main does with them: <c>BenchmarkRunner</c> reads none. The option <c>--inProcess</c> adds a job beside those of the project, and an attribute
    /// of the assembly changes them all. A publish is kept by its arguments, so this one gets another name when the attribute changes.</summary>
    public static string MeasureInProcess(string project) => $"-p:PerfMatrixBenchmarkProject={Escape(Path.GetFileName(project))}";

    /// <summary>The attribute in each language, by the ending of its files. F# compiles files in order, and the last one may hold Main: ours comes
    /// first. Where the arguments have some that BenchmarkDotNet does not know, only Main can tell which are whose.</summary>
    private static readonly (string Language, string Source)[] InProcess =
    [
        ("cs", """
            [assembly: PerfMatrix.Generated.InProcess]

            namespace PerfMatrix.Generated
            {
                using System.Linq;
                using BenchmarkDotNet.Configs;
                using BenchmarkDotNet.ConsoleArguments;
                using BenchmarkDotNet.Jobs;
                using BenchmarkDotNet.Loggers;

                [System.AttributeUsage(System.AttributeTargets.Assembly)]
                internal sealed class InProcessAttribute : System.Attribute, IConfigSource
                {
                    public IConfig Config { get; } = ManualConfig.Create(ConfigParser.Parse(
                        System.Environment.GetCommandLineArgs().Skip(1).ToArray(), NullLogger.Instance).config ?? ManualConfig.CreateEmpty())
                        .AddJob(Job.InProcess.AsMutator());
                }
            }
            """),
        ("fs", """
            namespace PerfMatrix.Generated

            open BenchmarkDotNet.Configs
            open BenchmarkDotNet.ConsoleArguments
            open BenchmarkDotNet.Jobs
            open BenchmarkDotNet.Loggers

            [<System.AttributeUsage(System.AttributeTargets.Assembly)>]
            type internal InProcessAttribute() =
                inherit System.Attribute()
                interface IConfigSource with
                    member _.Config =
                        let arguments = Array.skip 1 (System.Environment.GetCommandLineArgs())
                        let struct (isRead, config, _) = ConfigParser.Parse(arguments, NullLogger.Instance)
                        let asked = if isRead then config else (ManualConfig.CreateEmpty() :> IConfig)
                        ManualConfig.Create(asked).AddJob(Job.InProcess.AsMutator()) :> IConfig

            module internal Mark =
                [<assembly: InProcess>]
                do ()
            """),
        ("vb", """
            Imports System.Linq
            Imports BenchmarkDotNet.Configs
            Imports BenchmarkDotNet.ConsoleArguments
            Imports BenchmarkDotNet.Jobs
            Imports BenchmarkDotNet.Loggers

            <Assembly: Global.PerfMatrix.Generated.InProcess>

            Namespace Global.PerfMatrix.Generated
                <System.AttributeUsage(System.AttributeTargets.Assembly)>
                Friend NotInheritable Class InProcessAttribute
                    Inherits System.Attribute
                    Implements IConfigSource

                    Public ReadOnly Property Config As IConfig Implements IConfigSource.Config
                        Get
                            Dim arguments As String() = System.Environment.GetCommandLineArgs().Skip(1).ToArray()
                            Dim asked As IConfig = ConfigParser.Parse(arguments, NullLogger.Instance).Item2
                            Return ManualConfig.Create(If(asked, ManualConfig.CreateEmpty())).AddJob(Job.InProcess.AsMutator())
                        End Get
                    End Property
                End Class
            End Namespace
            """),
    ];

    private const string Properties = "perfmatrix.props";

    /// <summary>In the value of a property these characters would end it (MSBuild: special characters).</summary>
    private static string Escape(string path) =>
        path.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal)
        .Replace(",", "%2C", StringComparison.Ordinal);

    /// <summary>The compiler doubles what separates the parts of a path map (Roslyn: ParsePathMap).</summary>
    private static string Mapped(string path) => path.Replace("=", "==", StringComparison.Ordinal).Replace(",", ",,", StringComparison.Ordinal);

    /// <summary>Builds run side by side, each in one process that ends with it; more nodes made a publish slower (9.0 s against 7.0 s).</summary>
    private static readonly string[] LeaveNothingRunning = ["-maxcpucount:1", "-nodeReuse:false"];

    /// <summary>The commit would otherwise be written into the assembly, though the key of the cache is the content of the sources.</summary>
    private static readonly string[] SameSourcesSameOutput =
        ["-p:Deterministic=true", "-p:IncludeSourceRevisionInInformationalVersion=false", "-p:EnableSourceLink=false", "-p:DebugType=portable"];

    /// <summary>Style is judged when the repository is built, not when it is measured with some other SDK.</summary>
    private static readonly string[] OnlyWhatRuns = ["-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:GenerateDocumentationFile=false"];

    /// <summary>What is measured is a runtime with an application, so neither native code nor one file for both.</summary>
    private static readonly string[] WithItsRuntime = ["-p:PublishAot=false", "-p:PublishSingleFile=false"];
}

/// <param name="Arguments">More arguments of <c>dotnet publish</c>, e.g. <c>-p:TieredPGO=false</c>.</param>
public sealed record PublishTarget(string Framework, string Patch, string Rid, IReadOnlyList<string> Arguments);

/// <summary>The folder that <c>dotnet</c> is run in, because its <c>global.json</c> chooses the SDK.</summary>
public static class SdkFolder
{
    /// <summary><c>workloads</c> where it has a <c>global.json</c>, which may ask for a newer SDK than this tool's; else the root.</summary>
    public static string Of(string root)
    {
        var workloads = Path.Combine(root, "workloads");
        return File.Exists(Path.Combine(workloads, "global.json")) ? workloads : root;
    }
}
