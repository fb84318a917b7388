using PerfMatrix.Configuration;

namespace PerfMatrix.Gate;

/// <summary>Reads <c>crank/gate.yml</c>. A key that is left out has the default of <see cref="GatePolicy"/>.</summary>
internal static class GatePolicyFile
{
    /// <summary>The file, relative to the root.</summary>
    public const string Name = "crank/gate.yml";

    private static readonly GatePolicy s_defaults = new();

    /// <summary>Reads the policy and checks that it can work.</summary>
    /// <exception cref="UsageException">A key or metric is unknown, or values are of the wrong type or out of range; names file, line and key of
    /// each.</exception>
    public static GatePolicy Read(YamlMap file)
    {
        file.Allow(
            "thresholdPercent", "unknownLimitPercent", "confidencePercent", "machineBiasPercent", "screen", "confirm", "canary", "same", "metrics",
                "scenarios");
        var policy = new GatePolicy
        {
            ThresholdPercent = Number(file, "thresholdPercent", s_defaults.ThresholdPercent),
            UnknownLimitPercent = Number(file, "unknownLimitPercent", s_defaults.UnknownLimitPercent),
            ConfidencePercent = Number(file, "confidencePercent", s_defaults.ConfidencePercent),
            MachineBiasPercent = Number(file, "machineBiasPercent", s_defaults.MachineBiasPercent),
            Screen = file.Find("screen") is { } screen ? ReadScreen(screen.AsMap()) : s_defaults.Screen,
            Confirm = file.Find("confirm") is { } confirm ? ReadConfirm(confirm.AsMap()) : s_defaults.Confirm,
            Canary = file.Find("canary") is { } canary ? ReadCanary(canary.AsMap()) : s_defaults.Canary,
            Same = file.Find("same") is { } same ? ReadSame(same.AsMap()) : s_defaults.Same,
            Metrics = file.Find("metrics") is { } metrics ? [.. metrics.AsMap().Entries.Select(entry => ReadMetric(entry))] : s_defaults.Metrics,
            Scenarios = file.Find("scenarios") is { } scenarios ? [.. scenarios.AsList().Items.Select(item => ReadScenario(item.AsMap()))] : [],
        };
        Require(file, policy);
        return policy;
    }

    private static ScreenPolicy ReadScreen(YamlMap screen) => new()
    {
        Looks = Looks(screen.Allow("looks", "level", "effectPercent"), s_defaults.Screen.Looks),
        Level = Number(screen, "level", s_defaults.Screen.Level),
        EffectPercent = Number(screen, "effectPercent", s_defaults.Screen.EffectPercent),
    };

    private static ConfirmPolicy ReadConfirm(YamlMap confirm) => new()
    {
        Machines = confirm.Allow("machines", "looks", "falseDiscoveryRate", "nullPercent", "improvements").Find("machines")?.AsWholeNumber()
            ?? s_defaults.Confirm.Machines,
        Looks = Looks(confirm, s_defaults.Confirm.Looks),
        FalseDiscoveryRate = Number(confirm, "falseDiscoveryRate", s_defaults.Confirm.FalseDiscoveryRate),
        NullPercent = Number(confirm, "nullPercent", s_defaults.Confirm.NullPercent),
        Improvements = confirm.Find("improvements")?.AsFlag() ?? s_defaults.Confirm.Improvements,
    };

    private static CanaryPolicy ReadCanary(YamlMap canary) => new()
    {
        LimitPercent = Number(canary.Allow("limitPercent", "standardErrors", "spreadFactor"), "limitPercent", s_defaults.Canary.LimitPercent),
        StandardErrors = Number(canary, "standardErrors", s_defaults.Canary.StandardErrors),
        SpreadFactor = Number(canary, "spreadFactor", s_defaults.Canary.SpreadFactor),
    };

    private static SamePolicy ReadSame(YamlMap same) => new()
    {
        WithinThresholds = Number(same.Allow("withinThresholds", "confidencePercent"), "withinThresholds", s_defaults.Same.WithinThresholds),
        ConfidencePercent = Number(same, "confidencePercent", s_defaults.Same.ConfidencePercent),
    };

    private static MetricPolicy ReadMetric(YamlEntry entry)
    {
        var metric = entry.Value.AsMap().Allow("rule", "thresholdPercent", "spreadLimitPercent", "tightPercent", "tightAmount");
        var read = new MetricPolicy(PolicyNames.Metric(entry.Key, entry.KeyPlace), ReadRule(metric.Required("rule")));
        return read with
        {
            ThresholdPercent = metric.Find("thresholdPercent")?.AsNumber(),
            SpreadLimitPercent = metric.Find("spreadLimitPercent")?.AsNumber(),
            TightPercent = Number(metric, "tightPercent", read.TightPercent),
            TightAmount = Number(metric, "tightAmount", read.TightAmount),
        };
    }

    private static MetricRule ReadRule(YamlValue value) => value.AsText() switch
    {
        "paired" => MetricRule.Paired,
        "tight" => MetricRule.Tight,
        "report" => MetricRule.Report,
        _ => throw value.Expected("paired, tight or report"),
    };

    private static ScenarioThreshold ReadScenario(YamlMap scenario)
    {
        var metric = scenario.Allow("scenario", "metric", "thresholdPercent").Find("metric");
        return new(
            scenario.Required("scenario").AsText(),
            metric is null ? null : PolicyNames.Metric(metric.AsText(), metric.Place),
            scenario.Required("thresholdPercent").AsNumber());
    }

    private static double Number(YamlMap map, string key, double otherwise) => map.Find(key)?.AsNumber() ?? otherwise;

    private static IReadOnlyList<int> Looks(YamlMap map, IReadOnlyList<int> otherwise) =>
        map.Find("looks") is { } looks ? [.. looks.AsList().Items.Select(item => item.AsWholeNumber())] : otherwise;

    private static void Require(YamlMap file, GatePolicy policy)
    {
        var problems = PolicyCheck.Problems(policy);
        if (problems.Count > 0)
            throw new UsageException(string.Join(Environment.NewLine,
                problems.Select(problem => $"{Nearest(file, problem.Key) with { Path = "" }}: {problem.Key} {problem.Complaint}")));
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

/// <summary>Names that policy files give.</summary>
internal static class PolicyNames
{
    /// <exception cref="UsageException">There is no such metric; names the place and the nearest one.</exception>
    public static string Metric(string name, YamlPlace place) => Metrics.Metric.Named(name, problem => place.Error(problem)).Name;
}

/// <summary>A folder with a policy that is not the checkout's own: the <c>crank</c> folder of another commit, such as the base of a pull
/// request.</summary>
internal static class PolicyFolder
{
    /// <summary>The folder above <c>crank/gate.yml</c>.</summary>
    /// <param name="folder">The folder <c>crank</c>, or the one that holds it.</param>
    /// <exception cref="UsageException">There is no policy in it.</exception>
    public static string RootOf(string folder)
    {
        var full = Path.GetFullPath(folder).TrimEnd(Path.DirectorySeparatorChar);
        var candidates = Path.GetFileName(full) == "crank" ? new[] { Path.GetDirectoryName(full)!, full } : [full];
        return candidates.FirstOrDefault(root => File.Exists(Path.Combine(root, GatePolicyFile.Name)))
            ?? throw new UsageException(
            $"--policy {folder}: found no {GatePolicyFile.Name} there, expected a checkout of the base branch, or its folder crank");
    }
}
