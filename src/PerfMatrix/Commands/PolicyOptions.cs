namespace PerfMatrix.Commands;

/// <summary>The options that say something else than <c>crank/gate.yml</c>; for every command that judges, or measures until it can.</summary>
internal sealed class PolicyOptions
{
    private const string Advise = "advise";

    public Option<string?> Mode { get; } = new Option<string?>("--mode").Help(
        "enforce: the exit code is the verdict; advise: it stays 0, whatever was found. [default: mode of crank/gate.yml]");

    public Option<double?> Detect { get; } =
        new("--detect") { Description = "Size to find in percent, of metrics without their own. [default: detectPercent of crank/gate.yml]" };

    public PolicyOptions() => Mode.AcceptOnlyFromAmong("enforce", Advise);

    public IReadOnlyList<Option> All => [Mode, Detect];

    public PolicyChoice Of(ParseResult line) =>
        new(line.GetValue(Mode) switch { null => null, Advise => GateMode.Advise, _ => GateMode.Enforce }, line.GetValue(Detect));
}

/// <summary>What is to hold instead of the policy of the checkout; null keeps it.</summary>
internal sealed record PolicyChoice(GateMode? Mode = null, double? DetectPercent = null)
{
    /// <summary>What a command that asks the same has to say; empty where no other size was chosen.</summary>
    public string Size => DetectPercent is { } size ? $" --detect {size}" : "";

    public GatePolicy Of(GatePolicy policy)
    {
        var changed = policy with { Mode = Mode ?? policy.Mode, DetectPercent = DetectPercent ?? policy.DetectPercent };
        return DetectPercent is not null && PolicyCheck.Problems(changed).FirstOrDefault(problem => problem.Key == "detectPercent") is { } problem
            ? throw new UsageException($"--detect: {problem.Complaint}") : changed;
    }

    public GateRules Of(GateRules rules) => rules with { Policy = Of(rules.Policy), OwnDetectPercent = DetectPercent };
}
