using System.Globalization;

namespace PerfMatrix.Results;

/// <summary>Ids of runs.</summary>
public static class RunId
{
    /// <summary>A new id such as <c>20261121T075012345Z-7f3a</c>: UTC time to the millisecond, so that names sort by time, and four random hexadecimal digits.</summary>
    public static string New(DateTimeOffset now, Random random) =>
        string.Create(CultureInfo.InvariantCulture, $"{now.UtcDateTime:yyyyMMdd'T'HHmmssfff'Z'}-{random.Next(0x10000):x4}");
}
