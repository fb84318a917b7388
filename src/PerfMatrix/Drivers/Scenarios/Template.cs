namespace PerfMatrix.Drivers.Scenarios;

/// <summary>Fills <c>{{ name }}</c> with variables, the part of Liquid that perfmatrix understands. What crank would render as nothing (an unknown
/// name) or leave as it is (a mistake) is an error here.</summary>
internal static class Template
{
    private const string Open = "{{";
    private const string Close = "}}";

    /// <summary>Whether crank would take the text for a template.</summary>
    public static bool IsIn(string text) => text.Contains(Open, StringComparison.Ordinal) || text.Contains("{%", StringComparison.Ordinal);

    public static YamlValue Fill(YamlValue value, YamlMap variables) => value switch
    {
        YamlText text when IsIn(text.Text) => text with { Text = Fill(text, variables), IsPlain = false },
        YamlList list => new YamlList(list.Place, [.. list.Items.Select(item => Fill(item, variables))]),
        YamlMap map => new YamlMap(map.Place, [.. map.Entries.Select(entry => entry with { Value = Fill(entry.Value, variables) })]),
        _ => value,
    };

    private static string Fill(YamlText template, YamlMap variables)
    {
        if (template.Text.Contains("{%", StringComparison.Ordinal)) throw CrankKeys.Unsupported(template.Place, "Liquid logic {% %}");
        var filled = new StringBuilder();
        var rest = template.Text.AsSpan();
        for (var open = rest.IndexOf(Open); open >= 0; open = rest.IndexOf(Open))
        {
            var close = rest[open..].IndexOf(Close);
            if (close < 0) throw template.Place.Error("found {{ without }}");
            filled.Append(rest[..open]).Append(ValueOf(rest[(open + Open.Length)..(open + close)].Trim().ToString(), template, variables));
            rest = rest[(open + close + Close.Length)..];
        }

        return filled.Append(rest).ToString();
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
}
