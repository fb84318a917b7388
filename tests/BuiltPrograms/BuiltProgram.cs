using System.Reflection;

namespace PerfMatrix.Tests;

/// <summary>The programs that the tests start, as BuiltPrograms.targets has built them.</summary>
internal static class BuiltProgram
{
    /// <summary>Path of the executable of a project listed as BuiltProgram.</summary>
    public static string Path(string project)
    {
        var library = typeof(BuiltProgram).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .SingleOrDefault(metadata => metadata.Key == $"BuiltProgram.{project}")?.Value
            ?? throw new InvalidOperationException($"{project} is not listed as BuiltProgram in the project of these tests.");
        return System.IO.Path.ChangeExtension(library, OperatingSystem.IsWindows() ? ".exe" : null);
    }
}
