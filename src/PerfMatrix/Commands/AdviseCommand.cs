namespace PerfMatrix.Commands;

/// <summary><c>advise gc RUN</c>: which GC mode to choose for what was measured. Nothing is measured.</summary>
internal static class AdviseCommand
{
    public static Command Create(CommandContext context)
    {
        var (run, shared) = (RunArguments.One(), new DocumentOptions());
        var memory = new Option<string?>("--memory") { Description = "Memory limit that the advice is about, e.g. 512MiB (default: every one)." };
        var scenario = new Option<string?>("--scenario") { Description = "Scenario that the advice is about (default: every one)." };
        var gc = new Command("gc", "Shows the GC modes of a run that no other mode beats in throughput, p99, peak memory and memory at the end.");
        shared.AddTo(gc, run);
        gc.Add([memory, scenario]);
        gc.SetAction(line =>
        {
            var document = RunDocument.File.Read(RunFolder.FindDocument(line.GetValue(run)!));
            var chosen = Only(Only(document, Axis.Scenario, line.GetValue(scenario)), Axis.Memory, line.GetValue(memory));
            var matrix = MatrixDefinition.Load(context.Root());
            var advice = GcAdviceReport.Build(document, new GcAdvice(chosen), mode => AxisValues.Gc(matrix, mode)?.Environment);
            shared.Write(line, advice);
        });
        return new Command("advise", "Advises on settings, from what was measured.") { gc };
    }

    private static RunDocument Only(RunDocument run, Axis axis, string? value)
    {
        if (value is null) return run;
        var values = run.Variants.Select(variant => axis.ValueOf(variant.Cell)).Distinct().ToList();
        var wanted = axis.Limit is null ? value : axis.Canonical(value) ?? value;
        return values.Contains(wanted) ? run with { Variants = [.. run.Variants.Where(variant => axis.ValueOf(variant.Cell) == wanted)] }
            : throw new UsageException($"{axis.Option}: run {run.Id} has no {axis} '{value}'{Suggestion.Sentence(value, values, "it has")}");
    }
}
