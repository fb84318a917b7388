using System.Security.Cryptography;
using YamlDotNet.RepresentationModel;
using static PerfMatrix.Drivers.Crank.CrankYaml;

namespace PerfMatrix.Drivers.Crank;

/// <summary>A crank configuration that has one agent say what its machine is.</summary>
/// <param name="agent">The agent.</param>
/// <param name="launcher">Folder of the launcher, named by content.</param>
internal sealed class SurveyConfiguration(Uri agent, string launcher)
{
    /// <summary>Name of the scenario.</summary>
    public const string Scenario = "perfmatrix-survey";

    /// <summary>Name of the profile.</summary>
    public const string Profile = "perfmatrix-agent";

    private const string Service = "survey";
    private const string Job = "perfmatrix-survey";

    /// <summary>Name of the file that is brought back; a new one each time, because the agent keeps the folder.</summary>
    public string File { get; } = $"machine-{RandomNumberGenerator.GetHexString(8, lowercase: true)}.json";

    /// <summary>The configuration.</summary>
    /// <param name="output">Folder that receives the file.</param>
    public string Compose(string output)
    {
        var endpoints = Map(("endpoints", List([agent.GetLeftPart(UriPartial.Authority)])));
        return Document(Map(
            ("jobs", Map((Job, SurveyJob(output)))),
            ("scenarios", Map((Scenario, Map((Service, Map(("job", Text(Job)))))))),
            ("profiles", Map((Profile, Map(("jobs", Map((Service, endpoints)))))))));
    }

    private YamlMappingNode SurveyJob(string output) => Map(
        ("sources", Map(("launcher", Map(("localFolder", Text(launcher)))))),
        ("executable", Text($"launcher/{StagedPrograms.LauncherName}")),
        ("arguments", Text($"survey {File}")),
        ("isConsoleApp", True),
        ("waitForExit", True),
        ("options", Map(("reuseSource", True), ("noGitIgnore", True), ("downloadFiles", List([File])), ("downloadFilesOutput", Text(output)))));
}
