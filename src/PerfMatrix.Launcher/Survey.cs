namespace PerfMatrix.Launcher;

/// <summary><c>survey FILE</c>: writes down what the machine is. A driver deploys it to an agent, because the agent itself tells little.</summary>
internal static class Survey
{
    public const string Command = "survey";

    public static int Write(string path)
    {
        File.WriteAllBytes(
            path, JsonSerializer.SerializeToUtf8Bytes(Read(Path.GetDirectoryName(Path.GetFullPath(path))!), ContractJson.Default.MachineReading));
        return 0;
    }

    private static MachineReading Read(string folder)
    {
        var cgroups = Cgroups.Look("/");
        return MachineFacts.Read() with
        {
            FreeDisk = new Bytes(new DriveInfo(folder).AvailableFreeSpace),
            Cgroups = cgroups.Version,
            CanLimit = cgroups.CanCreate && Cgroups.HasTools(Environment.GetEnvironmentVariable("PATH")),
            LimitProblems = cgroups.LimitProblems,
        };
    }
}
