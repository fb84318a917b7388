using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Load.Commands;

/// <summary><c>conduct PLAN</c>: conducts the rounds of a block; the job a driver deploys beside the launchers.</summary>
internal static class ConductCommand
{
    private const int Interrupted = 130;

    public static Command Create()
    {
        var plan = new Argument<FileInfo?>("plan")
        {
            Description = $"Block plan (JSON) written by a driver; without it the plan is in ${PlanVariable.Block}.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = new Command("conduct", "Conducts the rounds of a block through its launchers.") { plan };
        command.SetAction((arguments, cancellation) => RunAsync(arguments.GetValue(plan), cancellation));
        return command;
    }

    private static async Task<int> RunAsync(FileInfo? file, CancellationToken cancellation)
    {
        var plan = Read(file);
        var token = Environment.GetEnvironmentVariable(ProbeRoutes.TokenVariable)
            ?? throw new FormatException(
            $"The environment variable {ProbeRoutes.TokenVariable} with the token of the block is missing; the driver sets it.");
        // Processes of a benchmark would inherit it, and they are scheduled as BenchmarkDotNet's own are.
        if (plan.Benchmark is null) plan = plan with { Measure = plan.Measure with { Scheduling = Enter(plan.Measure.Scheduling) } };
        var output = Path.Combine(file?.DirectoryName ?? Environment.CurrentDirectory, plan.Output);
        var conductor = new BlockConductor(plan, token, output, TimeProvider.System, new ConductorEvents(Console.Out));
        if (plan.StopWithInput) ParentProcess.WhenInputCloses(() => End(conductor));
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => End(conductor, signal));
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => End(conductor, signal));
        if (plan.StopWithParent) ParentProcess.WhenGone(() => Environment.Exit(Interrupted));
        var totals = await conductor.RunAsync(cancellation);
        CrankStatistics.Write(Console.Out, TimeProvider.System.GetUtcNow(), totals);
        return 0;
    }

    // Somebody asks it to end, and may read what it has written.
    private static void End(BlockConductor conductor, PosixSignalContext? signal = null)
    {
        signal?.Cancel = true;
        conductor.Interrupt();
        Environment.Exit(Interrupted);
    }

    /// <summary>The whole process, not only the thread that sends: else its compiler and pool threads would wait behind the load.</summary>
    private static Scheduling Enter(Scheduling wish)
    {
        var scheduling = PriorityScheduling.Resolve(wish);
        if (scheduling == Scheduling.Priority) PriorityScheduling.EnterProcess();
        return scheduling;
    }

    private static BlockPlan Read(FileInfo? file)
    {
        var place = file?.ToString() ?? $"${PlanVariable.Block}";
        var json = file is not null ? File.ReadAllBytes(file.FullName) : PlanVariable.Read(PlanVariable.Block) ?? throw new FormatException(
            $"Found neither a block plan (JSON) as argument nor the environment variable {PlanVariable.Block}.");
        return Errors.Or(
            () => JsonSerializer.Deserialize(json, ContractJson.Default.BlockPlan)
                ?? throw new FormatException($"{place}: expected a block plan, found null."),
            (JsonException exception) => throw new FormatException($"{place}: not a block plan: {exception.Message}", exception));
    }
}
