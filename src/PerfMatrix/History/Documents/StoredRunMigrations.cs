using System.Text.Json.Nodes;

namespace PerfMatrix.History;

/// <summary>Steps of a stored run from one version to the next. Runs are immutable, so every version ever written is read for ever.</summary>
internal static class StoredRunMigrations
{
    /// <summary>By the version they start from.</summary>
    public static IReadOnlyDictionary<int, Action<JsonObject>> Steps { get; } = new Dictionary<int, Action<JsonObject>> { [1] = FromFirst };

    /// <summary>Version 1 had values of rounds instead of dots, a row for each pair of variants, and hexadecimal hashes.</summary>
    private static void FromFirst(JsonObject run)
    {
        if (run["rounds"] is JsonObject rounds) run["rounds"] = Dots(rounds, run["summary"]!.AsObject());
        if (run["pairs"] is JsonArray pairs) run["pairs"] = Grouped(pairs);
        foreach (var block in run["blocks"]!.AsArray())
        {
            if (block!["sha256"] is JsonArray hashes) block["sha256"] = new JsonArray([.. hashes.Select(hash => JsonValue.Create(ShortDigest.Of(hash!.GetValue<string>())))]);
        }
    }

    private static JsonObject Dots(JsonObject rounds, JsonObject summary)
    {
        var dots = new JsonObject();
        foreach (var (metric, variants) in rounds)
        {
            var medians = Numbers(summary[metric]!["value"]);
            dots[metric] = new JsonArray([.. variants!.AsArray().Select((values, variant) => ArrayOf(RoundDots.Of(Numbers(values), medians[variant]).Stored))]);
        }

        return dots;
    }

    private static JsonArray Grouped(JsonArray pairs) => new(
    [
        .. pairs.GroupBy(pair => (Block: pair!["block"]!.GetValue<int>(), A: pair["a"]!.GetValue<int>())).Select(group => new JsonObject
        {
            ["block"] = group.Key.Block,
            ["a"] = group.Key.A,
            ["b"] = new JsonArray([.. group.Select(pair => pair!["b"]!.DeepClone())]),
            ["ratio"] = new JsonArray([.. group.Select(pair => pair!["ratio"]!.DeepClone())]),
        }),
    ]);

    private static List<double?> Numbers(JsonNode? array) => [.. array!.AsArray().Select(number => number?.GetValue<double>())];

    private static JsonArray ArrayOf(IEnumerable<double?> numbers) => new([.. numbers.Select(number => number is { } value ? JsonValue.Create(value) : null)]);
}
