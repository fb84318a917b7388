using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement;

public sealed class PublishedEnvironmentTests : IDisposable
{
    private const string Deps = """
        {
          "libraries": {
            "Shop/1.0.0": { "type": "project" },
            "Dapper/2.1.35": { "type": "package" },
            "runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/10.0.14": { "type": "runtimepack" }
          }
        }
        """;

    private const string Sdk = "10.0.401";

    private const string Config =
        """{ "runtimeOptions": { "tfm": "net10.0", "configProperties": { "System.GC.Server": true, "My.ApiToken": "abc123" } } }""";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Packages_runtime_properties_and_variables_are_known_and_secrets_are_not_shown()
    {
        var facts = Written("old", Deps, Config, ("DOTNET_gcServer", "1"), ("DB_PASSWORD", "hunter2"));

        Assert.Equal(
        [
            (EnvironmentKind.Runtime, "Microsoft.NETCore.App.Runtime.linux-x64", "10.0.14"), (EnvironmentKind.Sdk, "version", Sdk),
            (EnvironmentKind.Package, "Dapper", "2.1.35"),
            (EnvironmentKind.Property, "My.ApiToken", "***"), (EnvironmentKind.Property, "System.GC.Server", "True"),
            (EnvironmentKind.Property, "target framework", "net10.0"), (EnvironmentKind.Variable, "DB_PASSWORD", "***"),
                (EnvironmentKind.Variable, "DOTNET_gcServer", "1"),
        ], facts.Values.Select(fact => (fact.Key.Kind, fact.Key.Name, fact.Value)).OrderBy(fact => fact.Kind)
            .ThenBy(fact => fact.Name, StringComparer.Ordinal));
    }

    [Fact]
    public void Only_what_differs_is_told_with_both_values()
    {
        var old = Written("old", Deps, Config);
        var now = Written("now", Deps.Replace("2.1.35", "2.1.66", StringComparison.Ordinal)
            .Replace("\"Shop/1.0.0\"", "\"Polly/8.0.0\": { \"type\": \"package\" }, \"Shop/1.0.0\"", StringComparison.Ordinal), Config);

        Assert.Equivalent(new EnvironmentDifference[]
        {
            new(EnvironmentKind.Package, "Dapper", "2.1.35", "2.1.66", ["Shop"]), new(EnvironmentKind.Package, "Polly", null, "8.0.0", ["Shop"]),
        }, EnvironmentDifference.Union([EnvironmentFacts.Difference("Shop", old, now)]), strict: true);
        Assert.Empty(EnvironmentFacts.Difference("Shop", old, old));
    }

    [Fact]
    public void The_compiler_and_its_options_are_read_from_the_symbols_of_a_real_program()
    {
        var assembly = typeof(PublishedEnvironmentTests).Assembly.Location;
        var facts = PublishedEnvironment.Of(Application(Path.GetDirectoryName(assembly)!, Path.GetFileNameWithoutExtension(assembly)), Sdk);

        Assert.Matches(@"^[0-9]+\.[0-9]+\.", facts.Values[(EnvironmentKind.Sdk, "compiler")]);
        Assert.Contains((EnvironmentKind.Property, "language-version"), facts.Values.Keys);
        Assert.Contains((EnvironmentKind.Package, "xunit.v3.assert"), facts.Values.Keys);
        Assert.DoesNotContain((EnvironmentKind.Property, "ReadyToRun"), facts.Values.Keys);
    }

    [Fact]
    public void A_program_that_was_compiled_to_native_code_beforehand_is_told_from_one_that_was_not()
    {
        const int sizeOfNativeHeader = 68; // ECMA-335, II.25.3.3: ManagedNativeHeader is at 64, its size behind its address
        var assembly = typeof(PublishedEnvironmentTests).Assembly.Location;
        var symbols = Path.ChangeExtension(assembly, ".pdb");
        var bytes = File.ReadAllBytes(assembly);
        using (var image = new PEReader(new MemoryStream(bytes, writable: false)))
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(image.PEHeaders.CorHeaderStartOffset + sizeOfNativeHeader), 48);
        _folder.Write("compiled/Shop.runtimeconfig.json", Config);
        File.WriteAllBytes(_folder.In("compiled", "Shop.dll"), bytes);
        File.Copy(symbols, _folder.In("compiled", Path.GetFileName(symbols)));

        var facts = PublishedEnvironment.Of(Application(_folder["compiled"], "Shop"), Sdk);

        Assert.Equal("True", facts.Values[(EnvironmentKind.Property, "ReadyToRun")]);
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("[]", "null")]
    [InlineData("{ \"libraries\": [1] }", "{ \"runtimeOptions\": 7 }")]
    [InlineData("{ \"libraries\": { \"a/1\": 7 } }", "{ \"runtimeOptions\": { \"configProperties\": [] } }")]
    [InlineData("{ \"libraries\": { \"a/1\": { \"type\": 7 } } }", "{ }")]
    public void Files_of_an_odd_form_are_not_known_and_differ_from_nothing(string deps, string config)
    {
        var (good, bad) = (Written("good", Deps, Config), Written("bad", deps, config));

        Assert.Equal([(EnvironmentKind.Sdk, "version")], bad.Values.Keys);
        Assert.Equal(["Shop.deps.json", "Shop.runtimeconfig.json"], bad.Unreadable);
        Assert.Empty(EnvironmentFacts.Difference("Shop", good, bad));
        Assert.Empty(EnvironmentFacts.Difference("Shop", bad.With(EnvironmentFacts.Of([])), good));
    }

    [Fact]
    public void A_program_without_the_files_is_not_known_and_nothing_is_wrong_with_it()
    {
        var native = PublishedEnvironment.Of(Application(_folder["native"], "Shop"), Sdk);

        Assert.Empty(native.Unreadable);
        Assert.Empty(EnvironmentFacts.Difference("Shop", Written("good", Deps, Config), native));
    }

    [Fact]
    public void One_difference_of_several_programs_is_one_and_nobody_having_looked_is_not_the_same_as_none()
    {
        var shop = new EnvironmentDifference(EnvironmentKind.Package, "Dapper", "1", "2", ["Shop"]);
        Assert.Equal(["Shop", "Mail"], Assert.Single(EnvironmentDifference.Union([[shop], null, [shop with { Programs = ["Mail"] }]])!).Programs);
        Assert.Null(EnvironmentDifference.Union([null, null]));
        Assert.Empty(EnvironmentDifference.Union([null, []])!);
        Assert.Equal(EnvironmentDifference.Most,
            EnvironmentDifference.Union([[.. Enumerable.Range(0, 500).Select(number => shop with { Name = $"Package{number}" })]])!.Count);
    }

    [Fact]
    public void Another_SDK_is_told_and_one_that_nobody_knows_differs_from_nothing()
    {
        var old = Written("old", Deps, Config);
        var next = PublishedEnvironment.Of(Application(_folder["old"], "Shop"), "10.0.402");

        var told = Assert.Single(EnvironmentFacts.Difference("Shop", old, next));
        Assert.Equal((EnvironmentKind.Sdk, Sdk, "10.0.402"), (told.Kind, told.Base, told.Head));
        Assert.Empty(EnvironmentFacts.Difference("Shop", old, PublishedEnvironment.Of(Application(_folder["old"], "Shop"), null)));
    }

    [Fact]
    public void A_run_document_keeps_SDK_packages_and_properties_without_secrets()
    {
        var kept = Written("old", Deps, Config, ("DB_PASSWORD", "hunter2")).Kept("abc");

        ProgramFact[] expected =
        [
            new("sdk", "version", Sdk), new("package", "Dapper", "2.1.35"), new("property", "My.ApiToken", "***"),
            new("property", "System.GC.Server", "True"), new("property", "target framework", "net10.0"),
        ];
        Assert.Equal("abc", kept.ArtifactHash);
        Assert.Equal(expected, kept.Facts);
        Assert.Empty(kept.Incomplete);
    }

    [Fact]
    public void It_keeps_a_bounded_number_of_short_texts_and_names_the_kinds_that_it_does_not_have_all_of()
    {
        static EnvironmentFacts With(string value) => EnvironmentFacts.Of(Enumerable.Range(0, 150)
            .Select(number => (EnvironmentKind.Package, $"Package{number:000}", "1.0.0"))
            .Append((EnvironmentKind.Property, "define", value)).Append((EnvironmentKind.Property, new string('n', 500), "1")));

        var kept = With(new string('x', 500) + "a").Kept("abc");
        var other = With(new string('x', 500) + "b").Kept("abc");

        Assert.Equal(["package"], kept.Incomplete);
        Assert.Equal(EnvironmentFacts.MostKept, kept.Facts.Count(fact => fact.Kind == "package"));
        Assert.All(kept.Facts, fact => Assert.InRange(Math.Max(fact.Name.Length, fact.Value.Length), 1, EnvironmentFacts.MostKept));
        Assert.NotEqual(Defined(kept), Defined(other));
        Assert.Equal(["sdk", "package", "property"], PublishedEnvironment.Of(Application(_folder["native"], "Shop"), null).Kept("abc").Incomplete);

        static string Defined(ProgramRecord program) => program.Facts.Single(fact => fact.Name == "define").Value;
    }

    private EnvironmentFacts Written(string name, string deps, string config, params (string Name, string Value)[] variables)
    {
        _folder.Write($"{name}/Shop.deps.json", deps);
        _folder.Write($"{name}/Shop.runtimeconfig.json", config);
        return PublishedEnvironment.Of(Application(_folder[name], "Shop", variables), Sdk);
    }

    private static Application Application(string folder, string executable, params (string Name, string Value)[] variables) =>
        new(folder, executable, [], variables.ToDictionary(variable => variable.Name, variable => variable.Value), "/", TimeSpan.Zero);
}
