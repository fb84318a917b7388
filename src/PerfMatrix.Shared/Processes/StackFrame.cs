namespace PerfMatrix.Shared.Processes;

/// <summary>Recognises the lines of a stack trace of .NET.</summary>
internal static class StackFrame
{
    private const string Border = "--- End of";

    /// <summary>Whether it is a frame, e.g. <c>   at System.Net.Http.HttpClient.Send(HttpRequestMessage request)</c>, or the line between two
    /// traces.</summary>
    public static bool Is(string line)
    {
        var text = line.TrimStart();
        return text.StartsWith(Border, StringComparison.Ordinal)
            || (text.Length < line.Length && text.StartsWith("at ", StringComparison.Ordinal) && text.Contains('(', StringComparison.Ordinal));
    }
}
