using System.Collections.Concurrent;
using System.Diagnostics;

namespace Workflows.Tests.Policy;

/// <summary>What the built program says of its commands.</summary>
internal static class CommandHelp
{
    private static readonly ConcurrentDictionary<string, string> s_texts = new();

    /// <summary>The help of a command such as <c>github plan</c>.</summary>
    public static string Of(IEnumerable<string> command) => s_texts.GetOrAdd(string.Join(' ', command), Ask);

    private static string Ask(string command)
    {
        using var process = Process.Start(
            new ProcessStartInfo(Checkout.Program, [.. command.Split(' '), "--help"]) { RedirectStandardOutput = true })!;
        var (code, said, _) = Eventually.Ends(process);
        Assert.True(code == 0, $"{command}: {said}");
        return said;
    }
}
