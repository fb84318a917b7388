using System.Globalization;
using System.Runtime.InteropServices;
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>Reads /proc (man 5 proc) and falls back to the portable reading where a file is missing.</summary>
/// <param name="proc">Folder of the proc file system.</param>
public sealed class LinuxMachine(string proc = "/proc") : IMachine
{
    private readonly PortableMachine _portable = new();

    /// <inheritdoc />
    /// <remarks>ARM has no model name in /proc/cpuinfo, but codes of implementer and part.</remarks>
    public string CpuModel =>
        Field("cpuinfo", "model name") ?? ArmModel() ?? _portable.CpuModel;

    /// <inheritdoc />
    public IReadOnlyList<int> Cpus => Field("self/status", "Cpus_allowed_list") is { } list ? CpuList.Parse(list) : _portable.Cpus;

    /// <inheritdoc />
    public Bytes Memory => Field("meminfo", "MemTotal") is { } total && long.TryParse(total.Split(' ')[0], CultureInfo.InvariantCulture, out var kibibytes)
        ? Bytes.FromKibibytes(kibibytes)
        : _portable.Memory;

    /// <inheritdoc />
    public string Os => RuntimeInformation.OSDescription;

    /// <inheritdoc />
    public string Kernel => Lines("sys/kernel/osrelease").FirstOrDefault() ?? _portable.Kernel;

    /// <inheritdoc />
    public string? BootId => Lines("sys/kernel/random/boot_id").FirstOrDefault();

    private string? ArmModel() =>
        Field("cpuinfo", "CPU implementer") is { } implementer
            ? $"{RuntimeInformation.OSArchitecture} implementer {implementer} part {Field("cpuinfo", "CPU part")}"
            : null;

    /// <summary>The first value of a line <c>name : value</c>.</summary>
    private string? Field(string file, string name) =>
        Lines(file).Select(line => line.Split(':', 2))
            .FirstOrDefault(parts => parts.Length == 2 && parts[0].Trim() == name)?[1].Trim();

    private string[] Lines(string file)
    {
        var path = Path.Combine(proc, file);
        try
        {
            return File.Exists(path) ? File.ReadAllLines(path) : [];
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
