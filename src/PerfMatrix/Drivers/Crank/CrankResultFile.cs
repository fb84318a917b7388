using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Contract;

namespace PerfMatrix.Drivers.Crank;

/// <summary>The sums of a block as crank reports them.</summary>
/// <param name="Rounds">Rounds.</param>
/// <param name="Requests">Requests answered correctly.</param>
/// <param name="Errors">Failed requests.</param>
/// <param name="Failures">Failed rounds of a variant.</param>
internal sealed record CrankTotals(double Rounds, double Requests, double Errors, double Failures)
{
    /// <summary>The same sums, counted by us.</summary>
    public static CrankTotals Of(BlockTotals totals) => new(totals.Rounds, totals.Requests, totals.Errors, totals.Failures);

    /// <summary>Whether both are the same; all are whole numbers that a double holds exactly.</summary>
    public bool Agrees(BlockTotals totals) => this == Of(totals);
}

/// <summary>What crank writes with <c>--json</c>.</summary>
internal sealed class CrankResultFile
{
    private readonly JsonNode _root;

    private CrankResultFile(JsonNode root) => _root = root;

    /// <summary>crank's return code; not trusted alone.</summary>
    public int ReturnCode => _root["returnCode"]?.GetValue<int>() ?? 0;

    /// <summary>Reads a file; null when it is missing, cut or something else.</summary>
    public static CrankResultFile? Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            return JsonNode.Parse(stream) is JsonObject root && root["jobResults"]?["jobs"] is JsonObject ? new(root) : null;
        }
        catch (Exception exception) when (exception is IOException or JsonException)
        {
            return null;
        }
    }

    /// <summary>The statistics of the load job; null when one is missing.</summary>
    public CrankTotals? Totals(string service) =>
        Result(service, BlockStatistics.Rounds) is { } rounds
        && Result(service, BlockStatistics.Requests) is { } requests
        && Result(service, BlockStatistics.Errors) is { } errors
        && Result(service, BlockStatistics.Failures) is { } failures
            ? new(rounds, requests, errors, failures)
            : null;

    private double? Result(string service, string name) =>
        _root["jobResults"]!["jobs"]![service]?["results"]?[name] is JsonValue value && value.TryGetValue<double>(out var number) ? number : null;
}
