using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>Makes the driver that the command line names.</summary>
/// <param name="name"><c>local</c> or <c>crank</c>.</param>
/// <param name="root">Root of the repository.</param>
/// <param name="profile">The profile and its variables.</param>
internal sealed class DriverChoice(string name, string root, ProfileChoice profile)
{
    private const string Crank = "crank";

    private readonly Secrets _secrets = Secrets.Of(profile.Variables);
    private readonly CrankPrograms _programs = new(root, Environment.GetEnvironmentVariable);

    /// <summary>Finds out what is wrong before anything is published or measured.</summary>
    /// <exception cref="UsageException">crank is not installed, or the profile does not say where its agents are.</exception>
    public void Check()
    {
        if (name != Crank) return;
        _ = _programs.Controller;
        _ = Profile();
    }

    /// <summary>Makes it for one run.</summary>
    /// <param name="folder">Folder of the run.</param>
    public IDriver Create(RunFolder folder)
    {
        var work = Path.Combine(folder.Root, "work");
        IDriver driver = name == Crank ? CreateCrank(folder, work) : new LocalDriver(LocalPrograms.Find(), work);
        return _secrets.IsEmpty ? driver : new MaskingDriver(driver, _secrets);
    }

    private CrankDriver CreateCrank(RunFolder folder, string work) => new(_programs, LocalPrograms.Find(), CrankSite.Of(root, work), Profile())
    {
        KeepResult = (block, result) => folder.WriteRaw($"{block.Block.Id}.crank.json", _secrets.Masked(result)),
    };

    private CrankProfile Profile() => CrankProfile.Read(root, MatrixDefinition.Load(root).Scenarios, profile);
}
