using System.Globalization;

namespace PerfMatrix.Reporting;

/// <summary>Numbers as reports write them, the same under every culture: <c>72,345</c>, <c>+9.1 %</c>.</summary>
internal static class Text
{
    /// <summary>A number with thousands separators.</summary>
    public static string Number(double value, int decimals = 0) => value.ToString($"N{decimals}", CultureInfo.InvariantCulture);

    /// <summary>A change with its sign and <c>%</c>.</summary>
    public static string Percent(double percent, int decimals = 1) => $"{Signed(percent, decimals)} %";

    /// <summary>A change with its sign.</summary>
    public static string Signed(double value, int decimals = 1)
    {
        var text = Number(Math.Abs(value), decimals);
        return (value < 0 ? "-" : "+") + text;
    }
}
