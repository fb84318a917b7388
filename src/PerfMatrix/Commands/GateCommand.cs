namespace PerfMatrix.Commands;

/// <summary><c>gate</c>: applies the policy and its acknowledgements. The exit code is the outcome: 0 pass, 1 regressed, 3 incomplete.</summary>
internal static class GateCommand
{
    public static Command Create(CommandContext context)
    {
        var documents = new Argument<string[]>("documents") { Arity = ArgumentArity.ZeroOrMore }.Help(
            "A comparison.json, or a run.json with both sides, or folders of them; from all machines and stages.");
        var explain = new Option<bool>("--explain").Help(
            "Explain what the policy detects and, given documents, what their noise allows; nothing is judged.");
        var folder = new Option<string?>("--out") { Description = "Folder for verdict.json (default: the folder of the first document)." };
        var (format, policy) = (new FormatOptions(), new PolicyOptions());
        var command = new Command(
            "gate", "Judges a comparison by the rules of crank/gate.yml. Exit code 1: something is worse; 2: wrong use; 3: too little is known.")
            { documents, folder, explain, policy.All };
        format.AddTo(command);
        command.Exclude(explain, folder, "nothing is judged, so nothing is written; give one of them");
        command.SetAction(line =>
        {
            var given = line.GetValue(documents)!;
            if (line.GetValue(explain) && format.Chosen(line) != FormatOptions.Terminal)
                throw new UsageException($"found both --explain and --format {format.Chosen(line)}; it has sentences only, so give one of them");
            if (given.Length == 0 && !line.GetValue(explain)) throw new UsageException("found no document to judge; give a run, or --explain");
            var read = GateDocuments.Read(given);
            var rules = Rules(context, policy.Of(line), read);
            if (line.GetValue(explain)) return Explain(read, rules, line.InvocationConfiguration.Output);
            var verdict = GateDocuments.Explained(GateDecision.Of(read, rules).Verdict, given);
            Write(context, line, format, line.GetValue(folder) ?? GateDocuments.FolderOf(given[0]), verdict);
            return verdict.ExitCode;
        });
        return command;
    }

    private static GateRules Rules(CommandContext context, PolicyChoice policy, IReadOnlyList<ComparisonDocument> read)
    {
        var rules = policy.Of(GateRules.Load(context.Root(), context.Today, read.SelectMany(document => document.Cells)));
        var kept = read is [var only] ? MachineBias.KeptBy(only) : null;
        return rules with { Bias = kept ?? ComparisonRules.Bias(context.Root(), rules.Policy) };
    }

    private static int Explain(IReadOnlyList<ComparisonDocument> read, GateRules rules, TextWriter output)
    {
        var verdict = read.Count == 0 ? null : GateDecision.Of(read, rules).Verdict;
        var runs = read.SelectMany(document => document.Runs).ToList();
        foreach (var sentence in PolicyExplanation.Of(rules.Policy, rules.Bias.On(runs), runs.FirstOrDefault()?.Machine, verdict))
            output.WriteLine(sentence);
        return CommandLine.Good;
    }

    private static void Write(CommandContext context, ParseResult line, FormatOptions format, string folder, VerdictDocument verdict)
    {
        if (context.Environment("GITHUB_ACTIONS") == "true") line.InvocationConfiguration.Error.Write(VerdictAnnotations.Of(verdict));
        OutputFolder.Create(folder);
        var file = VerdictDocument.File.In(folder);
        VerdictDocument.File.Write(file, verdict);
        format.Show(line, context, VerdictReport.Of(verdict), () => VerdictDocument.File.Format(verdict));
        if (format.Chosen(line) == FormatOptions.Terminal)
            line.InvocationConfiguration.Output.WriteLine($"Verdict: {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
    }
}

/// <summary>Reads what is given to the gate: comparisons, and runs with both sides.</summary>
internal static class GateDocuments
{
    /// <summary>The comparisons, each of the stage that is recorded in it; all runs together make one.</summary>
    public static IReadOnlyList<ComparisonDocument> Read(IReadOnlyList<string> paths)
    {
        var files = paths.Select(Find).ToLookup(IsComparison);
        var runs = files[false].Select(file => StagedRun.Of(RunDocument.File.Read(file))).ToList();
        var comparisons = files[true].Select(file => ComparisonDocument.File.Read(file)).ToList();
        return runs.Count > 0 ? [RunComparison.OfSides(runs), .. comparisons] : comparisons;
    }

    /// <summary>The verdict with the causes that were found beside the documents.</summary>
    public static VerdictDocument Explained(VerdictDocument verdict, IEnumerable<string> paths) =>
        WhyDocument.Merge([.. paths.Select(FolderOf).Distinct().Select(WhyDocument.File.Beside).OfType<WhyDocument>()]) is { } why
            ? WhyCauses.Added(verdict, why) : verdict;

    public static string FolderOf(string path) => Path.GetDirectoryName(Path.GetFullPath(Find(path)))!;

    private static string Find(string path) =>
        ComparisonDocument.File.In(path) is var comparison && File.Exists(comparison) ? comparison : RunFolder.FindDocument(path);

    // By what it holds, not by its name; what is neither is reported by the reader of runs.
    private static bool IsComparison(string path)
    {
        using var document = FileErrors.JsonOrNull(path, file => JsonDocument.Parse(file));
        return document is null ? Path.GetFileName(path) == ComparisonDocument.File.Name
            : document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty("differences", out _);
    }
}
