using System.Globalization;

namespace PerfMatrix.Tests.Reporting;

/// <summary>Runs a test under a culture that writes 1.234,5 for 1,234.5, whatever globalization mode the process is in.</summary>
internal sealed class CultureScope : IDisposable
{
    private readonly CultureInfo _before = CultureInfo.CurrentCulture;

    public CultureScope()
    {
        var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        (culture.NumberFormat.NumberDecimalSeparator, culture.NumberFormat.NumberGroupSeparator) = (",", ".");
        culture.NumberFormat.NegativeSign = "\u2212";
        culture.DateTimeFormat.DateSeparator = ".";
        CultureInfo.CurrentCulture = culture;
    }

    public void Dispose() => CultureInfo.CurrentCulture = _before;
}
