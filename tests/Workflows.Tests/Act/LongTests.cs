namespace Workflows.Tests.Act;

/// <summary>Tests that take minutes, and run only when somebody asks for them.</summary>
internal static class LongTests
{
    private const string Variable = "PERFMATRIX_LONG_TESTS";

    /// <summary>Skips the test unless they are asked for.</summary>
    public static void Require(string duration) =>
        Assert.SkipUnless(Environment.GetEnvironmentVariable(Variable) == "1", $"takes {duration}; {Variable}=1 runs it");
}
