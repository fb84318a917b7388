using PerfMatrix.Configuration;

namespace PerfMatrix.Tests;

/// <summary>The checkout the tests were built from.</summary>
internal static class Checkout
{
    public static string Root { get; } = RepositoryRoot.Find(AppContext.BaseDirectory);

    public static string File(string path) => Path.Combine(Root, path);
}
