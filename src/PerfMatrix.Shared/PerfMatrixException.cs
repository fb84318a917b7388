namespace PerfMatrix.Shared;

/// <summary>What the caller got wrong: usage or configuration, exit code 2. The message names the file, line or flag, what was found, what was
/// expected and what to do next; Program prints it without a stack trace. Nearly everything may throw it, so methods do not say so.</summary>
public sealed class UsageException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>What was asked for cannot be answered, because too little of it could be measured: exit code 3.</summary>
public class IncompleteException(string message, Exception? inner = null) : Exception(message, inner);
