namespace PerfMatrix.History.Exchange;

/// <summary>A file for another program.</summary>
/// <param name="What">What it holds, for the message that it is written.</param>
internal sealed record ExportFile(string Name, string Text, string What);
