namespace PerfMatrix.Explain.Traces;

/// <summary>Reads what <c>perf script -F pid,tid,time,ip,dso</c> prints: a line with process, thread and time, then a line for each address of the
/// stack with the file it is in, then an empty line.</summary>
internal static class PerfScript
{
    private const ulong Kernel = 0xffff_8000_0000_0000;

    /// <summary>The samples by process, of processes whose code is known. A line that is cut short is left out.</summary>
    public static Dictionary<int, List<CpuSample>> Read(TextReader text, IReadOnlyDictionary<int, CodeMap> processes)
    {
        var samples = processes.Keys.ToDictionary(id => id, _ => new List<CpuSample>());
        (int Process, DateTimeOffset At)? head = null;
        var stack = new List<Frame>();
        var isCaller = false;
        for (var line = text.ReadLine(); line is not null; line = text.ReadLine())
        {
            if (line.AsSpan().Trim().IsEmpty) End();
            else if (head is null) head = Head(line);
            else if (processes.TryGetValue(head.Value.Process, out var code) && FrameOf(line, code, ref isCaller) is { } frame) stack.Add(frame);
        }

        End();
        return samples;

        void End()
        {
            if (head is { } at && stack.Count > 0 && samples.TryGetValue(at.Process, out var own)) own.Add(new(at.At, [.. stack]));
            (head, isCaller) = (null, false);
            stack.Clear();
        }
    }

    // "  1234/1240 1763910000.123456: "
    private static (int, DateTimeOffset)? Head(string line)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words is [var ids, var time, ..] && int.TryParse(ids.Split('/')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var process)
            && double.TryParse(time.TrimEnd(':'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            ? (process, DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(seconds)) : null;
    }

    // "            7f8d1c2a3b4c (/app/libcoreclr.so)". The first address outside the kernel is where the thread was, to the others it will return.
    private static Frame? FrameOf(string line, CodeMap code, ref bool isCaller)
    {
        var text = line.AsSpan().Trim();
        var space = text.IndexOf(' ');
        var digits = space < 0 ? text : text[..space];
        if (!ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var address)) return null;
        if (address >= Kernel) return Frame.OfLibrary("kernel");
        var method = isCaller ? code.FindCaller(address) : code.Find(address);
        isCaller = true;
        if (method is not null) return method;
        return Frame.OfLibrary(LibraryOf(space < 0 ? "" : text[space..].Trim().Trim("()").ToString()));
    }

    // Memory without a file is called //anon or after the map that perf would look names up in.
    private static string LibraryOf(string file) =>
        !file.StartsWith('/') || file.StartsWith("//", StringComparison.Ordinal) || file.StartsWith("/tmp/perf-", StringComparison.Ordinal)
        || file.Contains("doublemapper", StringComparison.Ordinal) ? "unknown" : Path.GetFileName(file);
}
