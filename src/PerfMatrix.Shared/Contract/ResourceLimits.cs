namespace PerfMatrix.Shared.Contract;

/// <summary>What an application may use at most, as its control group enforces it. A value that is null is not limited.</summary>
/// <param name="Memory">Memory; swap is off within it.</param>
public readonly record struct ResourceLimits(
    [property: JsonPropertyName("memoryBytes")] Bytes? Memory,
    [property: JsonPropertyName("cpuMillicores")] CpuAmount? Cpu = null)
{
    [JsonIgnore]
    public bool Any => this != default;

    /// <summary>Whether every limit leaves the application something.</summary>
    [JsonIgnore]
    public bool IsPositive => Memory is null or { Count: > 0 } && Cpu is null or { Millicores: >= CpuAmount.Least };

    /// <summary>In words, e.g. <c>memory limit of 512MiB</c>.</summary>
    public override string ToString() => (Memory, Cpu) switch
    {
        (null, null) => "no limit",
        ({ } memory, null) => $"memory limit of {MemorySize.Format(memory)}",
        (null, { } cpu) => $"CPU limit of {cpu}",
        ({ } memory, { } cpu) => $"memory limit of {MemorySize.Format(memory)} and CPU limit of {cpu}",
    };
}

/// <summary>An amount of CPU time as Kubernetes writes it: cores (<c>2</c>), or thousandths of one (<c>500m</c>). Properties of this type end in
/// <c>Millicores</c> in JSON, where it is a plain number.</summary>
[JsonConverter(typeof(CpuAmountConverter))]
public readonly record struct CpuAmount(int Millicores)
{
    public const string Expectation = "cores or thousandths of one, such as 2 or 500m, at least 10m";

    /// <summary>The least that the kernel takes: 1 ms in a period of 100 ms.</summary>
    public const int Least = 10;

    private const int Core = 1000;

    /// <summary>Processors that .NET counts within it: it rounds up.</summary>
    public int Processors => (Millicores + Core - 1) / Core;

    public static bool TryParse(string text, out CpuAmount amount)
    {
        var (digits, unit) = text.EndsWith('m') ? (text[..^1], 1) : (text, Core);
        var isNumber = int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        amount = isNumber && number <= int.MaxValue / Core ? new(number * unit) : default;
        return amount.Millicores >= Least;
    }

    /// <summary>In cores if it is a whole number of them. One amount has one text.</summary>
    public override string ToString() => Millicores % Core == 0 ? $"{Millicores / Core}" : $"{Millicores}m";
}

internal sealed class CpuAmountConverter : JsonConverter<CpuAmount>
{
    public override CpuAmount Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

    public override void Write(Utf8JsonWriter writer, CpuAmount value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Millicores);
}
