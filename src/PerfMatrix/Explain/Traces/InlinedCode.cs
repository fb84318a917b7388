using Microsoft.Diagnostics.Tracing;

namespace PerfMatrix.Explain.Traces;

/// <summary>Which method of a person the JIT put into code that was made at run time. ASP.NET Core makes the delegate of an endpoint so, and a short
/// handler has no code of its own any more: samples would name <c>dynamicClass.lambda_method1</c> only.</summary>
internal static class InlinedCode
{
    /// <summary>The type of all methods that are made at run time.</summary>
    public const string MadeAtRunTime = "dynamicClass";

    /// <summary>Bytes of the largest file that is read. Nothing ends these files early: the size that the runtime is told is of memory.</summary>
    public const long Largest = 64L << 20;

    private const string Folder = "inlined";

    public static IReadOnlyDictionary<string, Frame> None { get; } = new Dictionary<string, Frame>();

    // An endpoint is compiled at its first request, before anything can be recorded from outside, so the process writes these events by itself.
    private const string JitDecisions = "Microsoft-Windows-DotNETRuntime:0x1000:5";

    /// <summary>A folder that processes of any user may write into.</summary>
    public static string FolderIn(string folder)
    {
        var made = Directory.CreateDirectory(Path.Combine(folder, Folder));
        if (!OperatingSystem.IsWindows()) made.UnixFileMode |= UnixFileMode.GroupWrite | UnixFileMode.OtherWrite | UnixFileMode.StickyBit;
        return made.FullName;
    }

    /// <summary>Bytes of all files in it so far: a process writes the last of its file when it ends, which may be after its round.</summary>
    public static long SizeIn(string folder) =>
        FileErrors.Or(() => new DirectoryInfo(Path.Combine(folder, Folder)).EnumerateFiles().Sum(file => file.Length), 0L);

    /// <summary>What is added to the environment of a process, so that it writes its files <c>ID.inlined</c> into a folder.</summary>
    public static IReadOnlyDictionary<string, string> Environment(string folder) => new Dictionary<string, string>
    {
        ["DOTNET_EnableEventPipe"] = "1",
        ["DOTNET_EventPipeConfig"] = JitDecisions,
        ["DOTNET_EventPipeOutputPath"] = Path.Combine(folder, "{pid}.inlined"),
        ["DOTNET_EventPipeOutputStreaming"] = "1",
        ["DOTNET_EventPipeCircularMB"] = "16",
    };

    /// <summary>The methods of a person by the name of the code that they are in: the outermost, which the JIT tells of first.</summary>
    /// <returns>Nothing where the process wrote nothing or too much: names are then only less good.</returns>
    public static IReadOnlyDictionary<string, Frame> Read(string folder, int process, long most = Largest)
    {
        var (found, path) = (new Dictionary<string, Frame>(), Path.Combine(folder, $"{process}.inlined"));
        try
        {
            if (new FileInfo(path).Length > most) return found;
            using var source = new EventPipeEventSource(path);
            source.Clr.MethodInliningSucceeded += inlined =>
            {
                if (inlined.InlinerNamespace == MadeAtRunTime && IsOfAPerson(inlined.InlineeNamespace))
                    found.TryAdd(inlined.InlinerName, MemberNames.FrameOf(inlined.InlineeNamespace, inlined.InlineeName, ""));
            };
            source.Process();
        }
        catch (Exception problem) when (problem is not (OperationCanceledException or OutOfMemoryException))
        {
            // What was written before it ended is good enough.
        }

        return found;
    }

    private static bool IsOfAPerson(string type) => type != MadeAtRunTime
        && !type.StartsWith("System.", StringComparison.Ordinal) && !type.StartsWith("Microsoft.", StringComparison.Ordinal);
}
