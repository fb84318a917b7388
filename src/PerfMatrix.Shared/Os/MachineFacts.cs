using System.Net;
using System.Net.Sockets;

namespace PerfMatrix.Shared.Os;

/// <summary>What the operating system says of this machine. Complete on Linux, portable elsewhere.</summary>
public static class MachineFacts
{
    /// <summary>Reads /proc (man 5 proc) and falls back to what .NET tells on every system where a file is missing.</summary>
    public static MachineReading Read(string proc = "/proc") => new()
    {
        CpuModel = Field(proc, "cpuinfo", "model name") ?? ArmModel(proc)
            ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? $"unknown {RuntimeInformation.OSArchitecture} CPU",
        Cpus = Field(proc, "self/status", "Cpus_allowed_list") is { } list ? ParseCpus(list)
            : [.. Enumerable.Range(0, Environment.ProcessorCount)],
        Memory = long.TryParse(Field(proc, "meminfo", "MemTotal")?.Split(' ')[0], CultureInfo.InvariantCulture, out var kibibytes)
            ? Bytes.FromKibibytes(kibibytes)
            : new(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes),
        Os = RuntimeInformation.OSDescription,
        Kernel = Lines(proc, "sys/kernel/osrelease").FirstOrDefault() ?? Environment.OSVersion.Version.ToString(),
        BootId = Lines(proc, "sys/kernel/random/boot_id").FirstOrDefault(),
    };

    /// <summary>The CPUs of a list as Linux writes it, e.g. <c>0-3,8</c>, in its order.</summary>
    public static IReadOnlyList<int> ParseCpus(string text) =>
        [.. text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).SelectMany(ParseRange)];

    private static IEnumerable<int> ParseRange(string part)
    {
        var ends = part.Split('-');
        var first = int.Parse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture);
        var last = int.Parse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture);
        if (ends.Length > 2 || last < first) throw new FormatException($"'{part}' is no range of CPUs");
        return Enumerable.Range(first, last - first + 1);
    }

    // ARM has no model name in /proc/cpuinfo, but codes of implementer and part.
    private static string? ArmModel(string proc) => Field(proc, "cpuinfo", "CPU implementer") is { } implementer
        ? $"{RuntimeInformation.OSArchitecture} implementer {implementer} part {Field(proc, "cpuinfo", "CPU part")}"
        : null;

    /// <summary>The first value of a line <c>name : value</c>.</summary>
    private static string? Field(string proc, string file, string name) =>
        Lines(proc, file).Select(line => line.Split(':', 2)).FirstOrDefault(parts => parts.Length == 2 && parts[0].Trim() == name)?[1].Trim();

    private static string[] Lines(string proc, string file)
    {
        var path = Path.Combine(proc, file);
        return FileErrors.Or(() => File.Exists(path) ? File.ReadAllLines(path) : [], []);
    }
}

/// <summary>TCP ports of loopback that nobody listens to. Another process may take one before its user listens there, who then says so.</summary>
public static class FreePorts
{
    /// <summary>Finds so many that differ: all are held at once.</summary>
    public static int[] Find(int count)
    {
        var sockets = Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToList();
        sockets.ForEach(socket => socket.Start());
        int[] ports = [.. sockets.Select(socket => ((IPEndPoint)socket.LocalEndpoint).Port)];
        sockets.ForEach(socket => socket.Dispose());
        return ports;
    }
}
