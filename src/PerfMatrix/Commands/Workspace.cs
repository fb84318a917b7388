using System.Runtime.CompilerServices;
using PerfMatrix.Configuration;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary>What commands need of the checkout they are called in; read when a command runs, not when the table of commands is made.</summary>
internal static class Workspace
{
    /// <summary>The policy of the gate, by which the site says "same"; the default one outside a checkout.</summary>
    /// <exception cref="UsageException">The file is wrong.</exception>
    public static GatePolicy Policy() => Policy(RepositoryRoot.TryFind());

    /// <param name="root">Root of the checkout; null without one.</param>
    public static GatePolicy Policy(string? root) => root is not null && Path.Combine(root, GatePolicyFile.Name) is var file && File.Exists(file)
        ? GatePolicyFile.Read(YamlFile.Read(file, root))
        : new GatePolicy();

    /// <exception cref="UsageException">There is no checkout, or the matrix is wrong.</exception>
    public static IReadOnlyList<IDoctorCheck> DoctorChecks()
    {
        var root = RepositoryRoot.Find();
        var sdk = new Sdk(root);
        var feeds = new FeedCheck(sdk.RuntimesAsync, MatrixDefinition.Load(root).Frameworks);
        return
        [
            .. Measurement.Doctor.DoctorChecks.All(
                MachineRecord.Current, sdk.Dotnet, Environment.GetEnvironmentVariable("PATH"), "/", Path.Combine(root, RunFolder.DefaultParent),
                    feeds),
            new CrankCheck(new CrankPrograms(root, Environment.GetEnvironmentVariable)),
        ];
    }

    /// <exception cref="UsageException">crank is not installed, or the profile does not say where its agents are.</exception>
    public static IReadOnlyList<IDoctorCheck> AgentChecks(ProfileChoice profile)
    {
        var choice = new DriverChoice("crank", RepositoryRoot.Find(), profile);
        choice.Check();
        return [new AgentCheck(cancellation => ExamineAsync(choice, cancellation))];
    }

    private static async IAsyncEnumerable<AgentReport> ExamineAsync(DriverChoice choice, [EnumeratorCancellation] CancellationToken cancellation)
    {
        await using var examiner = choice.CreateExaminer();
        await foreach (var report in examiner.ExamineAsync(cancellation))
            yield return report;
    }
}
