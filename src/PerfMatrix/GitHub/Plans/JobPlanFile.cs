using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>Reads and writes <c>plan.json</c>.</summary>
public static class JobPlanFile
{
    private static readonly JobPlanJson s_json = new(new JsonSerializerOptions(JobPlanJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static readonly VersionedJson<JobPlan> s_reader = new(
        "a plan", 1, "Give the path of a plan.json, which `github plan --out` writes.", "plan again", s_json.JobPlan);

    /// <summary>Writes the document.</summary>
    /// <exception cref="UsageException">The file could not be written; a previous version is intact.</exception>
    public static void Write(string path, JobPlan plan) => AtomicFile.Write(path, Encoding.UTF8.GetBytes(Format(plan)));

    /// <summary>The text of the document.</summary>
    public static string Format(JobPlan plan) => JsonLines.Format(JsonSerializer.SerializeToElement(plan, s_json.JobPlan));

    /// <summary>Reads a document.</summary>
    /// <exception cref="UsageException">Missing, damaged (with the position), or written by a newer version.</exception>
    public static JobPlan Read(string path) => Checked(s_reader.Read(path), path);

    /// <summary>Reads the text of a document.</summary>
    /// <exception cref="UsageException">Damaged (with the position), or written by a newer version.</exception>
    public static JobPlan Parse(string text, string name) => Checked(s_reader.Parse(text, name), name);

    private static JobPlan Checked(JobPlan plan, string name) =>
        plan.Cells().GroupBy(cell => cell.Id).FirstOrDefault(cell => cell.Count() > 1) is { } twice
            ? throw new UsageException($"{name}: not a plan: cell {twice.Key} is planned {twice.Count()} times, once was expected; plan again")
            : plan;
}

/// <summary>JSON of the plan; a document with a missing or null field that must be there does not read.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(JobPlan))]
internal sealed partial class JobPlanJson : JsonSerializerContext;
