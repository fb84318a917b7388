using System.Runtime.InteropServices;

namespace PerfMatrix.Measurement;

/// <summary>Turns readings into the machine part of a run document.</summary>
internal static class MachineRecord
{
    private const int FingerprintDigits = 12;
    private const double BytesPerGibibyte = 1L << 30;

    public static MachineFacts Current { get; } = MachineFacts.Read();

    /// <summary>What can be measured on the machine that this process runs on.</summary>
    public static MachineLimits Limits { get; } = new(Current.Cpus.Count)
    {
        Memory = Current.Memory,
        LimitProblems = Axis.Limits.Select(axis => (axis.Name, CgroupPlace.Look("/", axis.Limit!.Controller).Problem))
            .Where(found => found.Problem is not null).ToDictionary(found => found.Name, found => found.Problem!),
    };

    public static MachineInfo Read(MachineFacts machine, string driver, Func<string, string?> environment) => new()
    {
        Fingerprint = Fingerprint(machine, driver),
        CpuModel = machine.CpuModel,
        Cores = machine.Cpus.Count,
        Memory = machine.Memory,
        Os = machine.Os,
        Kernel = machine.Kernel,
        Driver = driver,
        RunnerImage = environment("ImageOS") is { Length: > 0 } image ? $"{image} {environment("ImageVersion")}".TrimEnd() : null,
        Instance = machine.BootId is { Length: > 0 } boot ? Hash(boot) : null,
    };

    /// <summary>12 hexadecimal digits of a SHA-256 over CPU model, architecture, number of CPUs, memory in whole gibibytes (the exact figure moves
    /// with the kernel), system and driver. Kernel release and image version are left out: they change every week and rarely move results; the
    /// document has them.</summary>
    private static string Fingerprint(MachineFacts machine, string driver)
    {
        var gibibytes = Math.Ceiling(machine.Memory.Count / BytesPerGibibyte).ToString(CultureInfo.InvariantCulture);
        var stable = string.Join('\n', machine.CpuModel, RuntimeInformation.OSArchitecture, machine.Cpus.Count, gibibytes, machine.Os, driver);
        return Hash(stable);
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..FingerprintDigits];
}
