using PerfMatrix.Contract;
using PerfMatrix.Matrix;
using PerfMatrix.Os;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Places a block on the CPUs of the machine that it is deployed to; what was planned for this machine says nothing of another.</summary>
internal static class Placement
{
    /// <summary>The block with the CPUs of its agents.</summary>
    /// <param name="block">The block as planned here.</param>
    /// <param name="lane">Its agents.</param>
    /// <param name="machine">Machine of the applications; null means this one.</param>
    /// <exception cref="DriverException">The machine has too few CPUs.</exception>
    public static BlockDeployment Of(BlockDeployment block, CrankLane lane, MachineReading? machine)
    {
        if (machine is null)
            return block;
        if (block.Block.Cores > machine.Cpus.Count)
            throw new DriverException($"Block {block.Block.Id} needs {block.Block.Cores} CPUs, and {lane.Application} has {machine.Cpus.Count}.");
        var placement = CpuPlacement.Of(block.Block.Cores, machine.Cpus);
        // A load generator with a machine of its own has all of it.
        return block with { ApplicationCpus = placement.Application, LoadCpus = lane.Agents.Count > 1 ? [] : placement.Load };
    }

    /// <summary>Whether crank can keep a job on its CPUs with cgroups; otherwise the launcher pins.</summary>
    /// <param name="machine">Machine of the applications; null means this one.</param>
    public static bool CanLimit(MachineReading? machine) =>
        machine?.CanLimit ?? (OperatingSystem.IsLinux() && Cgroups.Look("/").CanCreate && Cgroups.HasTools(Environment.GetEnvironmentVariable("PATH")));
}
