using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>Compares what the compiler makes of two sources, as two published folders.</summary>
public sealed class ExecutedContentTests : IDisposable
{
    private const string Source = """
        using System;
        public static class Program
        {
            public static int Main(string[] args) { Console.WriteLine("hello " + args.Length); return Sum(args.Length); }
            private static int Sum(int count) { var sum = 0; for (var i = 0; i < count; i++) sum += i; return sum; }
        }
        """;

    private static readonly MetadataReference[] s_references =
        [.. new[] { "System.Private.CoreLib", "System.Runtime",
            "System.Console" }.Select(name => MetadataReference.CreateFromFile(System.Reflection.Assembly.Load(name).Location))];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_comment_and_other_formatting_are_the_same_program_though_the_files_differ()
    {
        var plain = Publish("a", Source);
        var commented = Publish("b", Source.Replace("var sum = 0;", "// starts with nothing\n\n   var sum   =   0;", StringComparison.Ordinal));

        Assert.NotEqual(File.ReadAllBytes(Path.Combine(plain, "App.dll")), File.ReadAllBytes(Path.Combine(commented, "App.dll")));
        Assert.Null(ExecutedContent.FirstDifference(plain, commented));
    }

    [Theory]
    [InlineData("sum += i", "sum -= i")]
    [InlineData("hello ", "hellO ")]
    [InlineData("Sum(", "Add(")]
    [InlineData("private static int Sum", "internal static int Sum")]
    [InlineData("public static class", "[Obsolete] public static class")]
    public void Code_strings_names_and_attributes_are_another_program(string from, string to)
    {
        var other = Publish("b", Source.Replace(from, to, StringComparison.Ordinal));

        Assert.Equal("App.dll", ExecutedContent.FirstDifference(Publish("a", Source), other));
    }

    /// <summary>The SDK's list of wwwroot says when git wrote each file, which differs between two checkouts.</summary>
    [Theory]
    [InlineData("10:00:00", "abc", null)]
    [InlineData("11:30:00", "abc", null)]
    [InlineData("10:00:00", "abd", "App.staticwebassets.endpoints.json")]
    public void Times_of_static_files_are_no_part_of_the_program_and_their_content_is(string time, string hash, string? expected)
    {
        Assert.Equal(expected, ExecutedContent.FirstDifference(List("a", "10:00:00", "abc"), List("b", time, hash)));

        string List(string name, string time, string hash)
        {
            var folder = Publish(name, Source);
            File.WriteAllText(Path.Combine(folder, "App.staticwebassets.endpoints.json"), $$"""
                {"Version":1,"Endpoints":[{"Route":"a.css","ResponseHeaders":[{"Name":"ETag","Value":"\u0022{{hash}}\u0022"},
                {"Name":"Last-Modified","Value":"Thu, 26 Nov 2026 {{time}} GMT"}]}]}
                """);
            return folder;
        }
    }

    [Fact]
    public void A_resource_is_part_of_the_program()
    {
        var one = Publish("a", Source, Resource("one"));

        Assert.Null(ExecutedContent.FirstDifference(one, Publish("b", Source, Resource("one"))));
        Assert.Equal("App.dll", ExecutedContent.FirstDifference(one, Publish("c", Source, Resource("two"))));
    }

    [Theory]
    [InlineData("appsettings.json", "{}", "{ }")]
    [InlineData("App", "native code", "native c0de")]
    [InlineData("Broken.dll", "MZ no assembly", "MZ no assembler")]
    [InlineData("wwwroot/page.html", "one", "two")]
    public void Every_other_file_counts_to_the_letter(string name, string content, string other)
    {
        var (a, b) = (Publish("a", Source), Publish("b", Source));
        Write(a, name, content);
        Write(b, name, content);
        Assert.Null(ExecutedContent.FirstDifference(a, b));

        Write(b, name, other);

        Assert.Equal(name, ExecutedContent.FirstDifference(a, b));
    }

    [Fact]
    public void A_file_that_one_side_lacks_is_a_difference_unless_only_a_debugger_reads_it()
    {
        var (a, b) = (Publish("a", Source), Publish("b", Source));
        Write(a, "App.pdb", "symbols");
        Assert.Null(ExecutedContent.FirstDifference(a, b));

        Write(b, "extra.txt", "");

        Assert.Equal("extra.txt", ExecutedContent.FirstDifference(a, b));
        Assert.Equal("extra.txt", ExecutedContent.FirstDifference(b, a));
    }

    [Fact]
    public void An_assembly_that_is_cut_off_counts_to_the_letter()
    {
        var (a, b) = (Publish("a", Source), Publish("b", Source.Replace("var sum", "/* */ var sum", StringComparison.Ordinal)));
        foreach (var folder in new[] { a, b })
        {
            using var file = File.OpenWrite(Path.Combine(folder, "App.dll"));
            file.SetLength(file.Length / 2);
        }

        Assert.Equal("App.dll", ExecutedContent.FirstDifference(a, b));
    }

    private string Publish(string name, string source, params ResourceDescription[] resources)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_folder.Root, name)).FullName;
        var compilation = CSharpCompilation.Create("App",
            [CSharpSyntaxTree.ParseText(source, path: "/_/Program.cs", encoding: System.Text.Encoding.UTF8)],
            s_references,
            new(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release, deterministic: true));
        using var assembly = File.Create(Path.Combine(folder, "App.dll"));
        using var symbols = File.Create(Path.Combine(folder, "App.pdb"));
        var result = compilation.Emit(
            assembly, symbols, manifestResources: resources,
                options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: "App.pdb"));
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        return folder;
    }

    private static ResourceDescription Resource(string text) =>
        new("words", () => new MemoryStream(System.Text.Encoding.UTF8.GetBytes(text)), isPublic: true);

    private static void Write(string folder, string name, string content)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
    }
}
