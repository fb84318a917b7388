using System.CommandLine.Parsing;

namespace PerfMatrix.Commands;

/// <summary>What options say of themselves, and what is wrong with a command line before its command runs: numbers outside their range, and options
/// that exclude each other. An option that another one would overrule is refused, never ignored.</summary>
internal static class OptionRules
{
    /// <summary>Gives a symbol what <c>--help</c> says of it.</summary>
    public static TSymbol Help<TSymbol>(this TSymbol symbol, string text) where TSymbol : Symbol
    {
        symbol.Description = text;
        return symbol;
    }

    /// <summary>Adds options that several commands share; also in the initializer of a command.</summary>
    public static void Add(this Command command, IEnumerable<Option> options)
    {
        foreach (var option in options) command.Options.Add(option);
    }

    public static TOption Between<TOption>(this TOption option, int least, int most = int.MaxValue) where TOption : Option
    {
        var expected = most == int.MaxValue ? $"at least {least}" : $"{least} to {most}";
        option.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: var text }] && int.TryParse(text, CultureInfo.InvariantCulture, out var number)
                && (number < least || number > most))
                result.AddError($"{option.Name}: found {text}, expected {expected}");
        });
        return option;
    }

    /// <param name="why">What follows "found both A and B; ".</param>
    public static void Exclude(this Command command, Option one, Option other, string why) => command.Validators.Add(result =>
    {
        if (IsGiven(result, one) && IsGiven(result, other)) result.AddError($"found both {one.Name} and {other.Name}; {why}");
    });

    public static bool IsGiven(this ParseResult line, Option option) => IsGiven(line.CommandResult, option);

    private static bool IsGiven(SymbolResult result, Option option) => result.GetResult(option) is { Implicit: false } given
        && given.Tokens is not [{ Value: "false" or AxisChoice.AsTheSubset }];
}
