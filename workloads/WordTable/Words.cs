using BenchmarkDotNet.Attributes;

namespace WordTable;

/// <summary>Some CPU time and one small allocation an operation, the same in every process: what the gate of benchmarks is tried on. More of both
/// can be put in (<see cref="InjectionVariables.Operation"/>, <see cref="InjectionVariables.OperationBytes"/>).</summary>
[MemoryDiagnoser]
public class Words
{
    private const int Count = 500;
    private const int LookUps = 4000;

    // One that nobody could see might be put on the stack.
    private static byte[]? s_extra;

    private readonly Dictionary<string, int> _lengths = [];
    private string[] _wanted = [];
    private int _extraBytes;

    /// <summary>More time is more of the same work: so many percent more words are looked up, each as long after its last time as all
    /// others.</summary>
    [GlobalSetup]
    public void SetUp()
    {
        string[] words = [.. Enumerable.Range(0, Count).Select(number => $"word{number * 7919 % 10_007}")];
        foreach (var word in words) _lengths[word] = word.Length;
        var lookUps = LookUps * (100 + FromEnvironment(InjectionVariables.Operation)) / 100;
        _wanted = [.. Enumerable.Range(0, lookUps).Select(number => words[number % Count])];
        _extraBytes = FromEnvironment(InjectionVariables.OperationBytes);
    }

    /// <summary>Looks words up in a dictionary and adds their lengths up. The text of the sum has eight digits, so it is as large whatever is put
    /// in.</summary>
    [Benchmark]
    public string LookUp()
    {
        // The header, type and length of an array are 24 bytes.
        if (_extraBytes > 0) s_extra = new byte[_extraBytes - 24];
        var sum = 0;
        foreach (var word in _wanted) sum += _lengths[word];
        return sum.ToString("D8", CultureInfo.InvariantCulture);
    }

    // What does not read must not pass for nothing: a gate would seem to find nothing.
    private static int FromEnvironment(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture) : 0;
}
