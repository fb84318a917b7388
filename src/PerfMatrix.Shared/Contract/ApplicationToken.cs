using System.Security.Cryptography;

namespace PerfMatrix.Shared.Contract;

/// <summary>The token that an application's probe answers to. That of the block opens the launchers of both sides, so the code that is measured must
/// not get it; this one is made from it, and nobody comes back from here to there.</summary>
public static class ApplicationToken
{
    private const int Digits = 32;

    public static string Of(string token) => Convert.ToHexStringLower(HMACSHA256.HashData(Encoding.UTF8.GetBytes(token), "probe"u8))[..Digits];
}
