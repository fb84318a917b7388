namespace PerfMatrix.Drivers.Scenarios;

/// <summary>The job of one service of a scenario, with scenario and profile laid over it.</summary>
/// <param name="Job">The job's keys; texts are not filled in yet.</param>
internal sealed record ServiceJob(string Name, YamlMap Job, YamlMap Variables)
{
    /// <summary>The variable that the drivers read of every application, whether its job declares it or not.</summary>
    public const string ReadyPath = "readyPath";

    /// <summary>The variable of every application that says whether it answers on http or https.</summary>
    public const string Scheme = "scheme";

    /// <summary>A text of the job with its variables filled in; null when it has none.</summary>
    public YamlValue? Find(string key) => Job.Find(key) is { } value ? Template.Fill(value, Variables) : null;

    public static ServiceJob Of(YamlMap file, YamlMap scenario, string service, YamlMap? profile, ScenarioRequest request)
    {
        var entry = scenario.Required(service).AsMap();
        var name = entry.Required("job");
        var job = JobNamed(file, name);
        CheckVariables(entry, name.AsText(), job, file);
        job = YamlMerge.Patched(job, entry.Where(part => part.Key is not ("job" or "agent")));
        if (profile is not null) job = WithProfile(job, profile, entry.Find("agent")?.AsText() ?? service);
        return new(name.AsText(), job, VariablesOf(file, job, request));
    }

    private static YamlMap JobNamed(YamlMap file, YamlValue name)
    {
        var jobs = file.Find("jobs")?.AsMap();
        return jobs?.Find(name.AsText())?.AsMap()
            ?? throw name.Place.Error($"unknown job '{name.AsText()}'{Suggestion.Sentence(name.AsText(), [.. jobs?.Keys ?? []], "jobs")}");
    }

    /// <summary>crank takes a variable that nothing reads without a word, so a slip of the pen would measure something else than was meant.</summary>
    private static void CheckVariables(YamlMap entry, string job, YamlMap declaredJob, YamlMap file)
    {
        string[] declared = [.. Section(declaredJob).Keys, .. Section(file).Keys, ReadyPath, Scheme];
        foreach (var variable in Section(entry).Entries.Where(variable => !declared.Contains(variable.Key)))
            throw variable.KeyPlace.Error(
                $"the job '{job}' declares no variable '{variable.Key}'{Suggestion.Sentence(variable.Key, declared, "it has")}");
    }

    private static YamlMap WithProfile(YamlMap job, YamlMap profile, string agent)
    {
        var agents = (profile.Find("agents") ?? profile.Find("jobs"))?.AsMap();
        var entry = agents?.Entries.FirstOrDefault(candidate => candidate.Key == agent || Aliases(candidate.Value.AsMap()).Contains(agent))
            ?? throw NoAgent(profile, agents, agent);
        return YamlMerge.Patched(YamlMerge.Patched(job, profile.Where(part => part.Key is not ("jobs" or "agents"))), entry.Value.AsMap());
    }

    private static IReadOnlyList<string> Aliases(YamlMap agent) => agent.Find("aliases")?.AsTexts() ?? [];

    private static UsageException NoAgent(YamlMap profile, YamlMap? agents, string name)
    {
        string[] valid = [.. agents?.Entries.SelectMany(entry => Aliases(entry.Value.AsMap()).Prepend(entry.Key)) ?? []];
        return profile.Place.Error(
            $"the profile has no entry '{name}' under 'jobs', and none with that alias; every service of a scenario needs "
                + $"one{Suggestion.Sentence(name, valid, "it has")}");
    }

    private static YamlMap VariablesOf(YamlMap file, YamlMap job, ScenarioRequest request)
    {
        var raw = YamlMerge.Over(YamlMerge.Over(Given(request.Variables), Section(job)), Section(file));
        return (YamlMap)Template.Fill(raw, raw);
    }

    private static YamlMap Section(YamlMap map) => map.Find("variables")?.AsMap() ?? new(map.Place, []);

    private static YamlMap Given(IReadOnlyDictionary<string, string> variables)
    {
        var place = new YamlPlace("--variable", Line: 0, Column: 0, Path: "");
        return new(place, [.. variables.Select(variable => Entry(variable, place with { File = $"--variable {variable.Key}" }))]);
    }

    private static YamlEntry Entry(KeyValuePair<string, string> variable, YamlPlace place) =>
        new(variable.Key, place, new YamlText(place, variable.Value, IsPlain: true));
}

/// <summary>A command line in one text, as crank hands it to <c>ProcessStartInfo.Arguments</c>.</summary>
internal static partial class CommandLineText
{
    /// <summary>Splits at white space outside double quotes; two of them inside are one. Unlike in .NET a backslash is itself.</summary>
    public static IReadOnlyList<string> Split(string text) => [.. Argument().Matches(text).Select(argument => Quoted().Replace(
        argument.Value, quoted => quoted.Groups["inside"].Value.Replace("\"\"", "\"", StringComparison.Ordinal)))];

    [GeneratedRegex("""([^\s"]|"([^"]|"")*("|\z))+""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Argument();

    [GeneratedRegex(""" "(?<inside>([^"]|"")*)("|\z) """, RegexOptions.ExplicitCapture | RegexOptions.IgnorePatternWhitespace, 1000)]
    private static partial Regex Quoted();
}

/// <summary>Fills <c>{{ name }}</c> with variables, the part of Liquid that perfmatrix understands. What crank would render as nothing (an unknown
/// name) or leave as it is (a mistake) is an error here.</summary>
internal static partial class Template
{
    /// <summary>Whether crank would take the text for a template.</summary>
    public static bool IsIn(string text) => text.Contains("{{", StringComparison.Ordinal) || text.Contains("{%", StringComparison.Ordinal);

    public static YamlValue Fill(YamlValue value, YamlMap variables) => value switch
    {
        YamlText text when IsIn(text.Text) => text with { Text = Fill(text, variables), IsPlain = false },
        YamlList list => new YamlList(list.Place, [.. list.Items.Select(item => Fill(item, variables))]),
        YamlMap map => map.Select(entry => entry with { Value = Fill(entry.Value, variables) }),
        _ => value,
    };

    private static string Fill(YamlText template, YamlMap variables)
    {
        if (template.Text.Contains("{%", StringComparison.Ordinal)) throw CrankKeys.Unsupported(template.Place, "Liquid logic {% %}");
        return Expression().Replace(template.Text, found => found.Groups["end"].Length == 0 ? throw template.Place.Error("found {{ without }}")
            : ValueOf(found.Groups["name"].Value.Trim(), template, variables));
    }

    private static string ValueOf(string name, YamlText template, YamlMap variables)
    {
        if (!IsName(name)) throw CrankKeys.Unsupported(template.Place, $"the Liquid expression {{{{ {name} }}}}, not a plain name");
        var variable = variables.Entry(name)
            ?? throw template.Place.Error(
                $"unknown variable '{name}'{Suggestion.Sentence(name, [.. variables.Keys], "variables")}. Its value can be given as "
                + $"PERFMATRIX_VARIABLE_{name} in the environment, or as --variable {name}=VALUE");
        if (variable.Value is not YamlText text)
            throw template.Place.Error($"the variable '{name}' is {variable.Value.Found}, expected a single value to put into text");
        if (IsIn(text.Text))
            throw template.Place.Error(
                $"the variable '{name}' refers to another one itself ({text.Text}); crank fills variables once, so refer to that one directly");
        return text.IsNull ? "" : text.Text;
    }

    private static bool IsName(string text) =>
        text.Length > 0 && !char.IsAsciiDigit(text[0]) && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-');

    [GeneratedRegex(@"\{\{(?<name>.*?)(?<end>\}\}|\z)", RegexOptions.ExplicitCapture | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Expression();
}
