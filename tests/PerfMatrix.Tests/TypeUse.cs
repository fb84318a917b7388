using ArchUnitNET.Domain;
using ArchUnitNET.Loader;

namespace PerfMatrix.Tests;

/// <summary>A type of ours that another type of ours uses anywhere, bodies of methods included: read from the built programs, because an import need
/// not be written where a name is.</summary>
internal sealed record TypeUse(string Type, string Folder, string Used, string UsedFolder)
{
    private static readonly string[] s_programs =
        ["PerfMatrix.Shared", "PerfMatrix.Core", "PerfMatrix.Evidence", "PerfMatrix", "PerfMatrix.Launcher", "PerfMatrix.Load"];

    public static IReadOnlyList<TypeUse> OfPrograms()
    {
        var loader = s_programs.Aggregate(new ArchLoader(), (all, name) => all.LoadFilteredDirectory(BuiltInto(name), name + ".dll"));
        return [.. loader.Build().Types.Where(IsOurs).SelectMany(type => type.Dependencies.Select(use => use.Target).Where(IsOurs)
            .Select(used => new TypeUse(type.FullName, type.Namespace.FullName, used.FullName, used.Namespace.FullName))).Distinct()];
    }

    private static bool IsOurs(IType type) => type.Namespace?.FullName.StartsWith("PerfMatrix", StringComparison.Ordinal) == true;

    // All are built with the tests, each into a folder beside theirs.
    private static string BuiltInto(string program)
    {
        var project = program switch { "PerfMatrix.Core" => "PerfMatrix", "PerfMatrix" => "PerfMatrix.Cli", _ => program };
        return Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", project, "release"));
    }
}
