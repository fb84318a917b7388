using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

/// <summary>One space between columns and one line under the headings: 13 columns fit 120 characters.</summary>
internal sealed class ThinBorder : TableBorder
{
    public override string GetPart(TableBorderPart part) => part switch
    {
        TableBorderPart.HeaderBottom or TableBorderPart.HeaderBottomLeft or TableBorderPart.HeaderBottomRight or TableBorderPart.HeaderBottomSeparator => "─",
        TableBorderPart.HeaderSeparator or TableBorderPart.CellSeparator => " ",
        _ => "",
    };
}
