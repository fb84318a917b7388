using System.Collections.Concurrent;

namespace PerfMatrix.Commands;

/// <summary>Names of crank's own results. A block that gets more rounds is deployed again, so it has several.</summary>
internal sealed class CrankResultNames
{
    private readonly ConcurrentDictionary<string, int> _deployments = new();

    /// <summary>Name of the next result of a block: <c>hello--2c.crank.json</c>, then <c>hello--2c.crank-2.json</c>.</summary>
    public string Next(string block) => _deployments.AddOrUpdate(block, 1, (_, count) => count + 1) is > 1 and var number ? $"{block}.crank-{number}.json" : $"{block}.crank.json";
}
