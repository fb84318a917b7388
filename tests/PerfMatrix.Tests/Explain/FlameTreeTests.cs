using System.Text;
using System.Text.Json;
using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Explain;

public sealed class FlameTreeTests
{
    private const string Hostile = "</script><img src=x onerror=alert(1)>\"\\\u202e";

    private static readonly Frame s_main = new("Program.Main", "Shop");
    private static readonly Frame s_total = new("Orders.Total", "Shop");
    private static readonly Frame s_kernel = Frame.OfLibrary("kernel");

    [Fact]
    public void The_stacks_of_both_sides_are_one_tree_with_the_mean_time_of_each()
    {
        // A sample of a millisecond in 1,000 requests is a microsecond of each.
        var tree = Of([Side((3, [s_main])), Side((1, [s_total, s_main]), (1, [s_main]))], [Side((5, [s_main])), Side((3, [s_total, s_main]))]);

        Assert.Equal(["all samples", "Program.Main", "Orders.Total"], tree.Names);
        Assert.Equal([new(0, -1, 2.5, 4), new(1, 0, 2.5, 4), new(2, 1, 0.5, 1.5)], tree.Nodes);
        Assert.Equal([0, 2, 0.5], tree.OwnOf(node => node.Base));
    }

    [Fact]
    public void Functions_of_a_library_are_no_tower_and_methods_that_call_themselves_are()
    {
        var tree = Of([Side((2, [s_kernel, s_kernel, s_kernel, s_total, s_total, s_main]))], [Side((2, [s_main]))]);

        Assert.Equal(["all samples", "Program.Main", "Orders.Total", "Orders.Total", "[kernel]"], tree.Nodes.Select(node => tree.Names[node.Name]));
    }

    [Fact]
    public void Without_a_sample_there_is_no_tree() => Assert.Null(FlameTree.Of([new(Side(), Side())]));

    [Fact]
    public void A_large_tree_keeps_its_largest_nodes_and_is_a_tree_whatever_is_cut()
    {
        var random = new Random(7);
        Frame[] methods = [.. Enumerable.Range(0, 400).Select(number => new Frame($"Library.Method{number}", "Library"))];
        var tree = Of([Side([.. Enumerable.Range(0, 2_000).Select(_ => (1, Stack()))])],
            [Side([.. Enumerable.Range(0, 2_000).Select(_ => (1, Stack()))])]);

        Assert.True(tree.IsTree);
        Assert.InRange(tree.Nodes.Count, 500, 1_000);
        Assert.All([1, 2, 17, 500], most =>
        {
            var cut = tree.First(most);
            Assert.True(cut.IsTree);
            Assert.Equal(most, cut.Nodes.Count);
            Assert.Equal(cut.Names.Count, cut.Nodes.Select(node => node.Name).Distinct().Count());
        });
        Assert.All(tree.OwnOf(node => node.Head).Concat(tree.OwnOf(node => node.Base)), own => Assert.True(own >= -0.01, $"{own}"));

        Frame[] Stack() => [.. Enumerable.Range(0, random.Next(1, 150)).Select(depth => methods[(depth * random.Next(1, 3)) % methods.Length])];
    }

    [Fact]
    public void A_document_with_stacks_fits_its_schema_reads_again_and_stays_below_its_limit()
    {
        var tree = Of([Side((1, [s_total, s_main]))], [Side((2, [s_total, s_main]))]);
        var text = WhyDocument.File.Format(Document(tree));
        SchemaCheck.AssertFits("why", text);
        Assert.Equivalent(tree, WhyDocument.File.Parse(text, "why.json").Cells[0].Flame, strict: true);

        FlameTree large = new([.. Enumerable.Range(0, 1_000).Select(number => $"{number}{new string('m', 250)}")],
            [new(0, -1, 9, 9), .. Enumerable.Range(1, 999).Select(number => new FlameNode(number, number - 1, 9, 9))]);
        var cells = Enumerable.Range(0, 3).Select(number => Document(large).Cells[0] with { Cell = $"cell-{number}" });
        var bounded = (Document(large) with { Cells = [.. cells] }).Bounded();
        Assert.InRange(Encoding.UTF8.GetByteCount(WhyDocument.File.Format(bounded)), 100_000, WhyDocument.Largest);
        Assert.Equal(3, bounded.Cells.Count);
        Assert.All(bounded.Cells, cell => Assert.True(cell.Flame!.IsTree));
    }

    [Theory]
    [InlineData("{\"names\":[],\"nodes\":[]}")]
    [InlineData("{\"names\":[\"a\"],\"nodes\":[{\"name\":1,\"parent\":-1,\"base\":1,\"head\":1}]}")]
    [InlineData("{\"names\":[\"a\"],\"nodes\":[{\"name\":0,\"parent\":0,\"base\":1,\"head\":1}]}")]
    [InlineData("{\"names\":[\"a\"],\"nodes\":[{\"name\":0,\"parent\":-1,\"base\":1,\"head\":1},"
        + "{\"name\":0,\"parent\":2,\"base\":1,\"head\":1},{\"name\":0,\"parent\":1,\"base\":1,\"head\":1}]}")]
    [InlineData("{\"names\":[\"a\"],\"nodes\":[{\"name\":0,\"parent\":-1,\"base\":-1,\"head\":1}]}")]
    public void Stacks_that_are_no_tree_do_not_read(string flame)
    {
        var text = WhyDocument.File.Format(Document(Of([Side((1, [s_main]))], [Side((1, [s_main]))])));
        var (start, end) = (text.IndexOf("{\"names\"", StringComparison.Ordinal), text.IndexOf(",\"baseBytesPerRequest\"", StringComparison.Ordinal));

        var problem = Assert.Throws<UsageException>(() => WhyDocument.File.Parse(text[..start] + flame + text[end..], "why.json"));
        Assert.Contains("found stacks that are no tree", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_for_speedscope_has_both_sides_with_all_their_time_and_names_as_text()
    {
        using var folder = new TemporaryFolder();
        var tree = Of([Side((3, [s_total, s_main]), (1, [s_main]))], [Side((2, [new(Hostile, "Shop"), s_main]))]);
        SpeedscopeFile.Write(folder.Root, Document(tree));

        var root = JsonElement.Parse(File.ReadAllText(folder["hello-minimal-net10.0-server-2c.speedscope.json"]));
        Assert.Equal("https://www.speedscope.app/file-format-schema.json", root.GetProperty("$schema").GetString());
        var names = root.GetProperty("shared").GetProperty("frames").EnumerateArray().Select(frame => frame.GetProperty("name").GetString()).ToList();
        Assert.Contains(Hostile, names);
        Assert.Equal(["base 4", "head 2"], root.GetProperty("profiles").EnumerateArray()
            .Select(profile => $"{profile.GetProperty("name")} {profile.GetProperty("endValue")}"));
        Assert.Equal(["all samples;Program.Main 1", "all samples;Program.Main;Orders.Total 3", $"all samples;Program.Main;{Hostile} 2"],
            root.GetProperty("profiles").EnumerateArray().SelectMany(profile => Stacks(profile).Order(StringComparer.Ordinal)));

        IEnumerable<string> Stacks(JsonElement profile) => profile.GetProperty("samples").EnumerateArray()
            .Zip(profile.GetProperty("weights").EnumerateArray(),
            (stack, weight) => $"{string.Join(';', stack.EnumerateArray().Select(frame => names[frame.GetInt32()]))} {weight.GetDouble():0.###}");
    }

    private static WhyDocument Document(FlameTree? tree) => new()
    {
        Base = new("main", "0123"),
        Head = new("the working tree"),
        Cells = [new() { Cell = "hello-minimal/net10.0/server/2c", Rounds = 5, Flame = tree }],
    };

    private static FlameTree Of(TracedSide[] old, TracedSide[] now) => FlameTree.Of([.. old.Zip(now, (one, other) => new TracedRound(one, other))])!;

    private static TracedSide Side(params (int Times, Frame[] Stack)[] stacks) => new(
        1000, TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(1), [.. stacks.SelectMany(one => Enumerable.Repeat(one.Stack, one.Times))], []);
}
