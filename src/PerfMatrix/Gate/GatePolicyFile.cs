namespace PerfMatrix.Gate;

/// <summary>Reads <c>crank/gate.yml</c>. A key that is left out has the default of <see cref="GatePolicy"/>.</summary>
internal static class GatePolicyFile
{
    public const string Name = "crank/gate.yml";

    /// <summary>What metrics may do in the file that the tool brings with it, and so wherever no other file says it.</summary>
    public static IReadOnlyList<MetricPolicy> MetricsOfTool { get; } =
        MetricsOf(ConfigurationFiles.Tool(Name).Required("metrics"));

    // Keys of the policy that had a number for everything, with what does their work.
    private static readonly Dictionary<string, string> s_successors = new()
    {
        ["thresholdPercent"] = "detectPercent, which is twice as large",
        ["unknownLimitPercent"] = "undecided: fail or warn",
        ["confidencePercent"] = "nothing; intervals are of 95 %",
        ["screen"] = "detectPercent; looks and levels follow from it",
        ["confirm"] = "detectPercent; looks, levels and margin follow from it (confirm.improvements is improvements)",
        ["canary"] = "detectPercent; what is unfit follows from it",
        ["same"] = "detectPercent; the same is what excludes a change of that size",
        ["spreadLimitPercent"] = "rule: tail, whose size grows with the spread",
        ["tightPercent"] = "amount",
        ["tightAmount"] = "amount",
    };

    /// <summary>The policy of a checkout, each of whose sizes is of a scenario that is there.</summary>
    public static GatePolicy Load(string root)
    {
        var file = ConfigurationFiles.Read(root, Name);
        var policy = Read(file);
        if (policy.Scenarios.Count > 0) RequireScenarios(file.Required("scenarios").AsList(), MatrixDefinition.Load(root).Scenarios);
        return policy;
    }

    public static string MetricName(string name, YamlPlace place) => Metric.Named(name, problem => place.Error(problem)).Name;

    /// <summary>Reads the policy and checks that it can work.</summary>
    public static GatePolicy Read(YamlMap file)
    {
        RefuseOldKeys(file);
        file.Allow("detectPercent", "undecided", "mode", "machineBiasPercent", "improvements", "mostRounds", "metrics", "scenarios");
        var usual = new GatePolicy();
        var policy = new GatePolicy
        {
            DetectPercent = file.Find("detectPercent")?.AsNumber() ?? usual.DetectPercent,
            Undecided = file.Find("undecided")?.AsEnum<UndecidedRule>() ?? usual.Undecided,
            Mode = file.Find("mode")?.AsEnum<GateMode>() ?? usual.Mode,
            MachineBiasPercent = file.Find("machineBiasPercent")?.AsNumber(),
            Improvements = file.Find("improvements")?.AsFlag() ?? usual.Improvements,
            MostRounds = file.Find("mostRounds")?.AsWholeNumber() ?? usual.MostRounds,
            Metrics = file.Find("metrics") is { } metrics ? MetricsOf(metrics) : usual.Metrics,
            Scenarios = file.Find("scenarios") is { } scenarios ? [.. scenarios.AsList().Items.Select(item => ReadScenario(item.AsMap()))] : [],
        };
        Require(file, policy);
        return policy;
    }

    // All at once, of the file and of each metric and scenario: whoever brings such a policy has several.
    private static void RefuseOldKeys(YamlMap file)
    {
        var maps = new[] { file.Find("metrics"), file.Find("scenarios") }.OfType<YamlValue>().SelectMany(Below).OfType<YamlMap>().Prepend(file);
        var old = maps.SelectMany(map => map.Entries).Where(entry => s_successors.ContainsKey(entry.Key)).Select(entry => entry.KeyPlace.Error(
            $"'{entry.Key}' is a key of the policy before detectPercent; in its place there is {s_successors[entry.Key]}").Message).ToList();
        if (old.Count > 0) throw new UsageException(string.Join(Environment.NewLine, old));
    }

    private static IReadOnlyList<MetricPolicy> MetricsOf(YamlValue metrics) => [.. metrics.AsMap().Entries.Select(ReadMetric)];

    private static MetricPolicy ReadMetric(YamlEntry entry)
    {
        var metric = entry.Value.AsMap().Allow("rule", "detectPercent", "amount");
        var read = new MetricPolicy(MetricName(entry.Key, entry.KeyPlace), ReadRule(metric.Required("rule")));
        // Elsewhere an amount in the unit of the metric means nothing that anybody chose.
        if (read.Rule == MetricRule.Counted && Metric.Find(read.Metric) is not { HardlyVaries: true })
            throw metric.Required("rule").Place.Error(
                $"counted is for {Wording.Listed([.. Metric.All.Where(known => known.HardlyVaries).Select(known => known.Name)], "and")}; the rules "
                    + "paired and tail go by a size in percent, report fails nothing");
        if (metric.Find("amount") is { } amount && read.Rule != MetricRule.Counted)
            throw amount.Place.Error("'amount' is of the rule counted; a size in percent is 'detectPercent'");
        if (metric.Find("detectPercent") is { } percent && !read.IsPaired)
            throw percent.Place.Error("'detectPercent' is of the rules paired and tail; counted goes by 'amount', and report fails nothing");
        return read with { DetectPercent = metric.Find("detectPercent")?.AsNumber(), Amount = metric.Find("amount")?.AsNumber() ?? read.Amount };
    }

    private static MetricRule ReadRule(YamlValue value) => value is YamlText { Text: "tight" }
        ? throw value.Expected("counted, which 'tight' is called now") : value.AsEnum<MetricRule>();

    private static ScenarioSize ReadScenario(YamlMap scenario)
    {
        var metric = scenario.Allow("scenario", "metric", "detectPercent").Find("metric");
        return new(scenario.Required("scenario").AsText(), metric is null ? null : MetricName(metric.AsText(), metric.Place),
            scenario.Required("detectPercent").AsNumber());
    }

    private static void RequireScenarios(YamlList sizes, IReadOnlyList<ScenarioEntry> known)
    {
        var names = sizes.Items.Select(size => size.AsMap().Required("scenario"));
        foreach (var name in names.Where(name => !known.Any(own => Means(name.AsText(), own))))
            throw name.Place.Error($"'{name.AsText()}' {(IsPattern(name.AsText()) ? "matches" : "is")} no scenario of {RepositoryRoot.MatrixFile}; "
                + $"correct it, or remove the entry{Suggestion.Sentence(name.AsText(), [.. known.Select(own => own.Name)], "scenarios")}");
    }

    private static bool IsPattern(string name) => name.Contains('*', StringComparison.Ordinal);

    // Nobody knows the cases of a pattern before the project is built, but how their names begin.
    private static bool Means(string name, ScenarioEntry scenario)
    {
        var (cases, beginning) = ($"{scenario.Family}/", name.Split('*')[0]);
        return Wildcard.Matches(name, scenario.Name) || (scenario.IsPattern && (beginning.StartsWith(cases, StringComparison.Ordinal)
            || (IsPattern(name) && cases.StartsWith(beginning, StringComparison.Ordinal))));
    }

    private static void Require(YamlMap file, GatePolicy policy)
    {
        var problems = PolicyCheck.Problems(policy);
        if (problems.Count > 0)
            throw new UsageException(string.Join(Environment.NewLine,
                problems.Select(problem => $"{Nearest(file, file.Place.Below(problem.Key)) with { Path = "" }}: {problem.Key} {problem.Complaint}")));
    }

    // The value that the complaint is about; when the file leaves it out, the section that it would stand in.
    private static YamlPlace Nearest(YamlValue value, string key) => Below(value)
        .Where(inner => inner.Place.Path == key || key.StartsWith(inner.Place.Path + ".", StringComparison.Ordinal)
            || key.StartsWith(inner.Place.Path + "[", StringComparison.Ordinal))
        .Select(inner => Nearest(inner, key))
        .FirstOrDefault(value.Place);

    private static IEnumerable<YamlValue> Below(YamlValue value) => value switch
    {
        YamlMap map => map.Entries.Select(entry => entry.Value),
        YamlList list => list.Items,
        _ => [],
    };
}
