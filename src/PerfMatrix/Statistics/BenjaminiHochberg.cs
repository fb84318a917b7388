namespace PerfMatrix.Statistics;

/// <summary>Keeps the expected share of false discoveries among many tests: Y. Benjamini and Y. Hochberg (1995), "Controlling the false discovery
/// rate", J. R. Stat. Soc. B 57(1). When nothing changed anywhere, the chance of any discovery is at most q.</summary>
internal static class BenjaminiHochberg
{
    /// <summary>The adjusted p values, in the order given: reject those that are at most q.</summary>
    public static double[] Adjust(ReadOnlySpan<double> pValues)
    {
        var sorted = pValues.ToArray();
        var order = new int[sorted.Length];
        for (var i = 0; i < order.Length; i++)
        {
            if (!(pValues[i] >= 0 && pValues[i] <= 1))
                throw new ArgumentException($"pValues[{i}] is {pValues[i]}, a number from 0 to 1 was expected", nameof(pValues));
            order[i] = i;
        }

        Array.Sort(sorted, order);
        var adjusted = new double[sorted.Length];
        var smallest = 1.0;
        for (var i = sorted.Length - 1; i >= 0; i--)
            adjusted[order[i]] = smallest = Math.Min(smallest, sorted[i] * sorted.Length / (i + 1));
        return adjusted;
    }
}
