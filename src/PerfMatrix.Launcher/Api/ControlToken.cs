using System.Security.Cryptography;
using System.Text;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>The secret of a block; only who knows it may start processes here.</summary>
internal sealed class ControlToken(string value)
{
    /// <summary>The token as text, for the application's probe.</summary>
    public string Value { get; } = value;

    /// <summary>Takes the token from the environment, where other users cannot read it.</summary>
    /// <exception cref="FormatException">It is missing.</exception>
    public static ControlToken FromEnvironment() => Environment.GetEnvironmentVariable(ProbeRoutes.TokenVariable) is { Length: > 0 } value
        ? new ControlToken(value)
        : throw new FormatException($"the environment variable {ProbeRoutes.TokenVariable} with the token of the block is missing; the driver sets it.");

    /// <summary>Compares in a time that does not depend on where the first difference is.</summary>
    public bool Matches(string? candidate) =>
        candidate is not null && CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(candidate), Encoding.UTF8.GetBytes(Value));
}
