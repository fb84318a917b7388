using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain;

/// <summary>Programs of both sides, compiled with a PDB each.</summary>
public sealed class SameMethodsTests : IDisposable
{
    private const string Program = """
        var total = new System.Func<int>(() => Orders.Total());
        var count = new System.Func<int>(() => 2);
        return total() + count();

        internal static class Orders
        {
            public static int Total() => 1;
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Lambdas_of_a_program_without_a_class_are_told_apart_by_their_line()
    {
        var (old, now) = (Compiled("base", Program), Compiled("head", Program.Replace("() => 2", "() => 20 +\n 2", StringComparison.Ordinal)));
        var found = Named(old, now, new("lambda in Program.Main", "Shop", "0_0"), new("lambda in Program.Main", "Shop", "0_1"));

        Assert.Equal([new("lambda in Program.Main:1", "Shop"), new("lambda in Program.Main:2", "Shop")], found.Base);
        Assert.Equal(found.Base, found.Head);
        Assert.Equal([new("Shop.cs", 1), new("Shop.cs", 2)], found.Head.Select(now.LineOf));
    }

    [Fact]
    public void Where_a_lambda_was_added_their_order_says_nothing_so_they_are_one()
    {
        var more = Program.Replace("var total", "var more = new System.Func<int>(() => 3);\nvar total", StringComparison.Ordinal);
        var found = Named(Compiled("base", Program), Compiled("head", more), new Frame("lambda in Program.Main", "Shop", "0_0"));
        Assert.Equal([new("lambda in Program.Main", "Shop")], found.Base);
    }

    [Fact]
    public void A_method_that_got_another_name_where_it_stands_is_the_same_and_a_new_one_elsewhere_is_not()
    {
        var old = Compiled("base", Program);
        var renamed = Compiled("head", Program.Replace("Total()", "Sum()", StringComparison.Ordinal));
        var moved = Compiled("moved", Program.Replace("    public static int Total", "\n    public static int Sum", StringComparison.Ordinal)
            .Replace("Orders.Total()", "Orders.Sum()", StringComparison.Ordinal));

        Assert.Equal([new("Orders.Sum", "Shop")], Named(old, renamed, new Frame("Orders.Total", "Shop")).Base);
        Assert.Equal([new("Orders.Total", "Shop")], Named(old, moved, new Frame("Orders.Total", "Shop")).Base);
    }

    [Fact]
    public void A_lambda_of_a_class_that_got_another_member_is_the_same()
    {
        const string Shop = "internal static class Shop { public static System.Func<int> Count() => () => 2; public static void Main() { } }";
        var more = Shop.Replace("{ public", "{ private static int s_more = 1;\npublic", StringComparison.Ordinal);
        var (old, now) = (Compiled("base", Shop), Compiled("head", more));
        var side = new Frame("lambda in Shop.Count", "Shop");

        var (inBase, inHead) = (Assert.Single(old.LambdasOf(side)), Assert.Single(now.LambdasOf(side)));
        Assert.NotEqual(inBase, inHead);
        Assert.Equal([new("lambda in Shop.Count:2", "Shop")], Named(old, now, side with { Lambda = inBase }).Base);
        Assert.Equal([new("lambda in Shop.Count:2", "Shop")], Named(old, now, side with { Lambda = inHead }).Head);
    }

    [Fact]
    public void A_method_that_is_only_known_by_its_name_belongs_to_the_assembly_that_has_it()
    {
        var found = Named(Compiled("base", Program), Compiled("head", Program), new("lambda in Program.Main", "", "0_1"), new("Orders.Total", ""),
            new("Alien.Call", ""));
        Assert.Equal([new("lambda in Program.Main:2", "Shop"), new("Orders.Total", "Shop"), new("Alien.Call", "")], found.Base);
        Assert.Equal(found.Base, found.Head);
    }

    [Fact]
    public void Methods_of_one_name_are_told_with_the_line_of_the_first_and_are_not_taken_for_renamed_ones()
    {
        const string Single = "    public static int Total() => 1;";
        var several = Program.Replace(Single, "    public static int Total() => Total(1);\n    public static int Total(int one) => one;",
            StringComparison.Ordinal);
        var (old, now) = (Compiled("base", several), Compiled("head", several.Replace("Total(", "Sum(", StringComparison.Ordinal)));

        Assert.Equal(new SourceLine("Shop.cs", 7) { IsOfSeveral = true }, old.LineOf(new("Orders.Total", "Shop")));
        Assert.Equal([new("Orders.Total", "Shop")], Named(old, now, new Frame("Orders.Total", "Shop")).Base);
        var explained = Explanations.Of("cell", new TracedSamples(1).Rounds(extra: 5, more: 1), CpuProfiler.Perf, (old, old), null);
        Assert.Equal(("Orders.Total and others of its name", "Shop.cs", 7), (explained.Cpu[0].Method, explained.Cpu[0].File, explained.Cpu[0].Line));
        Assert.Contains(explained.Events, one => one is { From: "Orders.Total and others of its name", Line: 7 });
    }

    private static (IReadOnlyList<Frame> Base, IReadOnlyList<Frame> Head) Named(OwnCode old, OwnCode now, params Frame[] frames)
    {
        var side = new TracedSide(1, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1), [frames], []);
        var round = new SameMethods(old, now).In([new(side, side)])[0];
        return (round.Base.Stacks[0], round.Head.Stacks[0]);
    }

    private OwnCode Compiled(string name, string source)
    {
        Directory.CreateDirectory(_folder[name]);
        var text = SourceText.From(source, System.Text.Encoding.UTF8);
        var compilation = CSharpCompilation.Create("Shop", [CSharpSyntaxTree.ParseText(text, path: "/src/Shop.cs")],
            [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)],
                new(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release));
        using var program = File.Create(Path.Combine(_folder[name], "Shop.dll"));
        using var symbols = File.Create(Path.Combine(_folder[name], "Shop.pdb"));
        var result = compilation.Emit(program, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
        Assert.True(result.Success, string.Join('\n', result.Diagnostics));
        return OwnCode.Of(Path.Combine(_folder[name], "Shop"), _folder.Root);
    }
}
