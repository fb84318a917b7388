using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Results;

/// <summary>
/// JSON of the run document: camelCase names and enum values, absent values as null, no reflection. A document with a missing or null field that must be there does not read.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    NumberHandling = JsonNumberHandling.Strict,
    PropertyNameCaseInsensitive = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(VariantStatusText)])]
[JsonSerializable(typeof(RunDocument))]
public sealed partial class RunJson : JsonSerializerContext;

/// <summary>Writes a status as measured, failed, unavailable or notApplicable.</summary>
public sealed class VariantStatusText() : JsonStringEnumConverter<VariantStatus>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
