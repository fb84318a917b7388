using System.Runtime.CompilerServices;

namespace PerfMatrix.Drivers;

/// <summary>Values that must not be seen: those of variables whose name says so, wherever they come from. Only the application gets them.</summary>
internal sealed partial class Secrets
{
    public const string Mask = "***";

    /// <summary>A shorter value would mask half of a text, and hides nothing.</summary>
    private const int ShortestValue = 4;

    private readonly string[] _values;

    // As they stand in a JSON file: crank's writer escapes less than that of .NET.
    private readonly string[] _escapedValues;

    private Secrets(IEnumerable<string> values)
    {
        _values = Longest(values.Where(value => value.Length >= ShortestValue));
        _escapedValues = Longest(_values.SelectMany(
            value => new[] { value, Escaped(value, JavaScriptEncoder.Default), Escaped(value, JavaScriptEncoder.UnsafeRelaxedJsonEscaping) }));
    }

    public bool IsEmpty => _values.Length == 0;

    public static Secrets Of(params IEnumerable<IReadOnlyDictionary<string, string>> variables) =>
        new(variables.SelectMany(each => each).Where(variable => IsSecret(variable.Key)).Select(variable => variable.Value));

    /// <summary>Whether the name says that a value is secret: it holds password, secret, token, key, credential or connectionString.</summary>
    public static bool IsSecret(string name) => Words().IsMatch(name);

    public string Masked(string text) => Masked(text, _values);

    /// <summary>An error of the user without them; the same where it holds none.</summary>
    public UsageException Masked(UsageException error) =>
        Masked(error.Message) is var message && message == error.Message ? error : new UsageException(message);

    /// <summary>A JSON file in UTF-8 without them.</summary>
    public byte[] Masked(byte[] file) => IsEmpty ? file : Encoding.UTF8.GetBytes(Masked(Encoding.UTF8.GetString(file), _escapedValues));

    /// <summary>A JSON value without them: neither its texts hold one, nor its names.</summary>
    public JsonElement Masked(JsonElement json) => IsEmpty ? json : JsonSerializer.SerializeToElement(Masked(JsonNode.Parse(json.GetRawText())));

    private JsonNode? Masked(JsonNode? json) => json switch
    {
        JsonObject map => new JsonObject(map.Select(entry => KeyValuePair.Create(Masked(entry.Key), Masked(entry.Value)))),
        JsonArray list => new JsonArray([.. list.Select(Masked)]),
        JsonValue value when value.TryGetValue<string>(out var text) => JsonValue.Create(Masked(text)),
        _ => json?.DeepClone(),
    };

    private static string Masked(string text, string[] values) =>
        values.Aggregate(text, (masked, value) => masked.Replace(value, Mask, StringComparison.Ordinal));

    private static string Escaped(string value, JavaScriptEncoder encoder) => JsonEncodedText.Encode(value, encoder).ToString();

    // A secret may begin with another one.
    private static string[] Longest(IEnumerable<string> values) => [.. values.Distinct().OrderByDescending(value => value.Length)];

    [GeneratedRegex(
        "password|passwd|secret|token|(^|_|-)key|apikey|accesskey|privatekey|(?-i:[a-z0-9]Key)|credential|connectionString",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Words();
}

/// <summary>Takes secrets out of what a driver tells: an application may print its environment when it dies, and its last lines are kept. It stands
/// outside of all other drivers, so that nothing passes it by.</summary>
internal sealed class MaskingDriver(IDriver inner, Secrets secrets) : IDriver
{
    public string Name => inner.Name;
    public int BlocksAtOnce => inner.BlocksAtOnce;
    public IReadOnlyList<string> Warnings => [.. inner.Warnings.Select(secrets.Masked)];

    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var rounds = inner.MeasureAsync(deployment, progress, cancellation).GetAsyncEnumerator(cancellation);
        while (await NextAsync(rounds)) yield return Masked(rounds.Current);
    }

    public ValueTask DisposeAsync() => inner.DisposeAsync();

    private async Task<bool> NextAsync(IAsyncEnumerator<RoundObservation> rounds)
    {
        try
        {
            return await rounds.MoveNextAsync();
        }
        catch (ApplicationBuildException exception)
        {
            throw new ApplicationBuildException(exception.Variant, secrets.Masked(exception.Message));
        }
        catch (DriverException exception)
        {
            throw new DriverException(secrets.Masked(exception.Message));
        }
        catch (UsageException exception)
        {
            throw secrets.Masked(exception);
        }
    }

    private RoundObservation Masked(RoundObservation round) => round with { Variants = [.. round.Variants.Select(Masked)] };

    private VariantObservation Masked(VariantObservation variant) => variant with
    {
        Failure = variant.Failure is { } failure ? Masked(failure) : null,
        Benchmark = variant.Benchmark is { } benchmark ? Masked(benchmark) : null,
        Proof = variant.Proof is { } proof ? Masked(proof) : null,
    };

    private RoundFailure Masked(RoundFailure failure) => failure with
    {
        Reason = secrets.Masked(failure.Reason),
        LastLines = [.. failure.LastLines.Select(secrets.Masked)],
    };

    // The parameters of a case stand in its name, and in BenchmarkDotNet's own report.
    private BenchmarkObservation Masked(BenchmarkObservation benchmark) => benchmark with
    {
        FullName = secrets.Masked(benchmark.FullName),
        Report = benchmark.Report is { } report ? secrets.Masked(report) : null,
    };

    private ProbeProof Masked(ProbeProof proof) => proof with
    {
        GcConfiguration = proof.GcConfiguration.ToDictionary(setting => setting.Key, setting => secrets.Masked(setting.Value)),
    };
}
