using System.Globalization;

namespace PerfMatrix.Configuration;

/// <summary>A value of a configuration file that knows where it stands. The <c>As…</c> methods throw <see cref="UsageException"/> naming that place.</summary>
/// <param name="Place">Where it stands.</param>
public abstract record YamlValue(YamlPlace Place)
{
    /// <summary>What was found, for error messages: <c>text 'two'</c>, <c>a list</c>, <c>a mapping</c>, <c>nothing</c>.</summary>
    public abstract string Found { get; }

    /// <summary>Whether the value is absent: nothing after the colon, <c>~</c> or <c>null</c>.</summary>
    public virtual bool IsNull => false;

    /// <summary>The value as a mapping.</summary>
    public YamlMap AsMap() => this as YamlMap ?? throw Expected("a mapping (indented lines of key: value)");

    /// <summary>The value as a list.</summary>
    public YamlList AsList() => this as YamlList ?? throw Expected("a list, e.g. [a, b]");

    /// <summary>The value as text; numbers and switches count as their text.</summary>
    public string AsText() => this is YamlText { IsNull: false } scalar ? scalar.Text : throw Expected("text");

    /// <summary>The value as a list of texts.</summary>
    public IReadOnlyList<string> AsTexts() => [.. AsList().Items.Select(item => item.AsText())];

    /// <summary>The value as <c>true</c> or <c>false</c>.</summary>
    public bool AsFlag() => this is YamlText scalar && bool.TryParse(scalar.Text, out var flag) ? flag : throw Expected("true or false");

    /// <summary>The value as a whole number.</summary>
    public int AsWholeNumber(int minimum = 0) =>
        this is YamlText scalar && int.TryParse(scalar.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= minimum
            ? number
            : throw Expected($"a whole number of at least {minimum}");

    /// <summary>The value as a number with or without decimals.</summary>
    public double AsNumber() =>
        this is YamlText scalar && double.TryParse(scalar.Text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw Expected("a number");

    /// <summary>The value as a date, <c>2026-11-10</c>.</summary>
    public DateOnly AsDate() =>
        this is YamlText scalar && DateOnly.TryParseExact(scalar.Text, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? date
            : throw Expected("a date such as 2026-11-10");

    /// <summary>The value as a length of time, <c>20ms</c>, <c>2s</c> or <c>7m</c>.</summary>
    public TimeSpan AsDuration() => this is YamlText scalar && DurationText.TryParse(scalar.Text, out var duration) ? duration : throw Expected(DurationText.Expectation);

    /// <summary>The error for a value of another kind than expected.</summary>
    public UsageException Expected(string expectation) => Place.Error($"found {Found}, expected {expectation}");
}

/// <summary>Text, a number, a switch or nothing.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Text">The text after unquoting.</param>
/// <param name="IsPlain">Whether it was written without quotes.</param>
public sealed record YamlText(YamlPlace Place, string Text, bool IsPlain) : YamlValue(Place)
{
    /// <inheritdoc />
    public override bool IsNull => IsPlain && Text is ("" or "~" or "null" or "Null" or "NULL");

    /// <inheritdoc />
    public override string Found => IsNull ? "nothing" : $"text '{Text}'";
}

/// <summary>A list.</summary>
/// <param name="Place">Where it begins.</param>
/// <param name="Items">The items in order.</param>
public sealed record YamlList(YamlPlace Place, IReadOnlyList<YamlValue> Items) : YamlValue(Place)
{
    /// <inheritdoc />
    public override string Found => "a list";
}
