
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Generator;

/// <summary>Says in words what was wrong with answers.</summary>
internal static class ErrorText
{
    /// <summary>One sentence, the most frequent kinds first; empty when nothing failed.</summary>
    /// <param name="errors">What was counted.</param>
    /// <param name="expectedLength">The body length that was expected.</param>
    public static string Describe(this RequestErrors errors, long? expectedLength) => string.Join(", ", new (long Count, string Text)[]
        {
            (errors.Status, $"answered with a status other than 2xx (first: {errors.FirstStatus})"),
            (errors.Length, $"had a body of another length than the expected {expectedLength} bytes"),
            (errors.Malformed, "answered with something that is not HTTP/1.1"),
            (errors.Connection, "failed because the connection was refused, reset or closed"),
            (errors.Timeout, $"had no answer within {Worker.RequestTimeout.TotalSeconds:0} s"),
        }
        .Where(kind => kind.Count > 0)
        .OrderByDescending(kind => kind.Count)
        .Select(kind => $"{kind.Count} {(kind.Count == 1 ? "request" : "requests")} {kind.Text}"));
}
