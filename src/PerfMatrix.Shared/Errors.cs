namespace PerfMatrix.Shared;

/// <summary>What the caller got wrong: usage or configuration, exit code 2. The message names the file, line or flag, what was found, what was
/// expected and what to do next; Program prints it without a stack trace. Nearly everything may throw it, so methods do not say so.</summary>
public sealed class UsageException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>An error that is expected: what stands for the result then, or says it in the words of whoever asked.</summary>
public static class Errors
{
    /// <summary>The result of <paramref name="work"/>, or what stands for it.</summary>
    public static T Or<T>(Func<T> work, Func<Exception, bool> isExpected, Func<Exception, T> otherwise)
    {
        try
        {
            return work();
        }
        catch (Exception problem) when (isExpected(problem))
        {
            return otherwise(problem);
        }
    }

    /// <summary>The same where errors of one type are expected.</summary>
    public static T Or<T, TError>(Func<T> work, Func<TError, T> otherwise)
        where TError : Exception => Or(work, problem => problem is TError, problem => otherwise((TError)problem));

    /// <summary>The same of work that is awaited.</summary>
    public static async Task<T> OrAsync<T>(Func<Task<T>> work, Func<Exception, bool> isExpected, Func<Exception, T> otherwise)
    {
        try
        {
            return await work();
        }
        catch (Exception problem) when (isExpected(problem))
        {
            return otherwise(problem);
        }
    }

    public static Task<T> OrAsync<T, TError>(Func<Task<T>> work, Func<TError, T> otherwise)
        where TError : Exception => OrAsync(work, problem => problem is TError, problem => otherwise((TError)problem));

    /// <summary>The message of what the caller of <paramref name="work"/> got wrong; null when it was done.</summary>
    public static string? Of(Action work) => Or<string?, UsageException>(() =>
    {
        work();
        return null;
    }, problem => problem.Message);
}

/// <summary>What was asked for cannot be answered, because too little of it could be measured: exit code 3.</summary>
public class IncompleteException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>What the system may refuse of files.</summary>
public static class FileErrors
{
    public static bool Is(Exception problem) => problem is IOException or UnauthorizedAccessException;

    /// <summary>The result of <paramref name="read"/>, or <paramref name="otherwise"/> where the system refuses.</summary>
    public static T Or<T>(Func<T> read, T otherwise) => Errors.Or(read, Is, _ => otherwise);

    /// <summary>Does what the system may refuse, and nothing depends on.</summary>
    public static void Ignore(Action work) => _ = Or(() =>
    {
        work();
        return true;
    }, false);

    /// <summary>What a JSON file holds; null where it is missing, cut or something else.</summary>
    public static T? JsonOrNull<T>(string path, Func<Stream, T?> read)
        where T : class => Errors.Or(() =>
    {
        using var stream = File.OpenRead(path);
        return read(stream);
    }, problem => Is(problem) || problem is JsonException, _ => null);

    /// <summary>Turns what the system refuses into a message for whoever named the file.</summary>
    public static T Explain<T>(Func<T> work, Func<Exception, string> message) =>
        Errors.Or(work, Is, problem => throw new UsageException(message(problem), problem));

    public static void Explain(Action work, Func<Exception, string> message) => _ = Explain(() =>
    {
        work();
        return true;
    }, message);
}
