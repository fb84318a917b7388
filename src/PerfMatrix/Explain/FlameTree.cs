namespace PerfMatrix.Explain;

/// <summary>The stacks of both sides as one tree, the outermost method first, for a flame graph of the difference. The largest nodes come first, so
/// the first of them are a tree by themselves.</summary>
/// <param name="Names">Names that nodes refer to, as in the list of methods.</param>
/// <param name="Nodes">The first stands for all samples.</param>
internal sealed record FlameTree(IReadOnlyList<string> Names, IReadOnlyList<FlameNode> Nodes)
{
    private const int MostNodes = 1_000;
    private const int Deepest = 100;

    // No picture shows what is smaller.
    private const double SmallestShare = 0.001;

    /// <summary>Whether every node but the first is under one before it.</summary>
    internal bool IsTree => Nodes.Count > 0
        && Nodes.Index().All(node => node.Item is { Name: >= 0, Base: >= 0, Head: >= 0 } one && one.Name < Names.Count
            && one.Parent < node.Index && (node.Index == 0 ? one.Parent == -1 : one.Parent >= 0));

    /// <param name="rounds">At least one.</param>
    /// <returns>Null where there are no samples.</returns>
    public static FlameTree? Of(IReadOnlyList<TracedRound> rounds)
    {
        var root = new Branch("all samples", depth: 0);
        foreach (var round in rounds)
        {
            foreach (var stack in round.Base.Stacks) root.Add(stack, round.Base.TimeOfSample / rounds.Count, isHead: false);
            foreach (var stack in round.Head.Stacks) root.Add(stack, round.Head.TimeOfSample / rounds.Count, isHead: true);
        }
        return root.Larger > 0 ? Of(root) : null;
    }

    public FlameTree First(int most) => Nodes.Count <= most ? this
        : new([.. Names.Take(Nodes.Take(most).Max(node => node.Name) + 1)], [.. Nodes.Take(most)]);

    /// <summary>Microseconds a request of a side in each node itself, and not in what it calls.</summary>
    public IReadOnlyList<double> OwnOf(Func<FlameNode, double> side)
    {
        double[] own = [.. Nodes.Select(side)];
        foreach (var node in Nodes.Skip(1)) own[node.Parent] -= side(node);
        return own;
    }

    // What is called is in no side larger than who calls, so callers come before.
    private static FlameTree Of(Branch root)
    {
        var kept = root.All().Where(branch => branch.Larger >= SmallestShare * root.Larger)
            .OrderByDescending(branch => branch.Larger).ThenBy(branch => branch.Depth).Take(MostNodes);
        var (places, names) = (new Dictionary<Branch, int>(), new Dictionary<string, int>());
        var nodes = new List<FlameNode>();
        foreach (var branch in kept)
        {
            if (!names.TryGetValue(branch.Name, out var name)) names[branch.Name] = name = names.Count;
            places[branch] = nodes.Count;
            nodes.Add(new(name, branch.Parent is { } parent ? places[parent] : -1, Math.Round(branch.Base, 3), Math.Round(branch.Head, 3)));
        }
        return new([.. names.Keys], nodes);
    }

    private sealed class Branch(string name, int depth, Branch? parent = null)
    {
        private readonly Dictionary<Frame, Branch> _called = [];

        public string Name => name;
        public int Depth => depth;
        public Branch? Parent => parent;
        public double Base { get; private set; }
        public double Head { get; private set; }
        public double Larger => Math.Max(Base, Head);

        public IEnumerable<Branch> All()
        {
            var open = new Stack<Branch>([this]);
            while (open.TryPop(out var branch))
            {
                yield return branch;
                foreach (var called in branch._called.Values) open.Push(called);
            }
        }

        public void Add(IReadOnlyList<Frame> stack, double each, bool isHead)
        {
            var branch = this;
            branch.Count(each, isHead);
            for (var i = stack.Count - 1; i >= 0 && branch.Depth < Deepest; i--)
            {
                // Of a library only the name is known, so its functions would be a tower of one word.
                if (!stack[i].IsManaged && i + 1 < stack.Count && stack[i + 1] == stack[i]) continue;
                if (!branch._called.TryGetValue(stack[i], out var called))
                    branch._called[stack[i]] = called = new(stack[i].Method, branch.Depth + 1, branch);
                branch = called;
                branch.Count(each, isHead);
            }
        }

        private void Count(double each, bool isHead) => (Base, Head) = isHead ? (Base, Head + each) : (Base + each, Head);
    }
}

/// <summary>A method where it is on the stacks, and all that it calls there.</summary>
/// <param name="Name">Place of its name, from 0.</param>
/// <param name="Parent">Place of the node that calls it, from 0; -1 of the first node.</param>
/// <param name="Base">Microseconds a request of base.</param>
/// <param name="Head">Microseconds a request of head.</param>
internal sealed record FlameNode(int Name, int Parent, double Base, double Head);

/// <summary>The stacks of a cell in the format of speedscope, which shows base and head as two profiles:
/// https://github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources.</summary>
internal static class SpeedscopeFile
{
    // Values have three decimals.
    private const double Smallest = 0.0005;

    /// <summary>e.g. <c>hello-minimal-net10.0-server-2c.speedscope.json</c>.</summary>
    public static string NameOf(string cell) => $"{Cell.FileNameOf(cell)}.speedscope.json";

    /// <summary>Writes a file for each cell that has stacks, into the folder of a run.</summary>
    public static void Write(string folder, WhyDocument why)
    {
        foreach (var cell in why.Cells.Where(cell => cell.Flame is not null))
            AtomicFile.Write(Path.Combine(folder, NameOf(cell.Cell)), Encoding.UTF8.GetBytes(Format(cell.Cell, cell.Flame!)));
    }

    public static string Format(string cell, FlameTree flame) => JsonSerializer.Serialize(new Dictionary<string, object>
    {
        ["$schema"] = "https://www.speedscope.app/file-format-schema.json",
        ["exporter"] = "perfmatrix",
        ["name"] = $"{cell}, CPU time of a request",
        ["shared"] = new { Frames = flame.Names.Select(name => new { Name = name }) },
        ["profiles"] = new[] { Profile(flame, "base", node => node.Base), Profile(flame, "head", node => node.Head) },
    }, DocumentJson.Compact);

    // A sample for each node that takes time of its own: its stack, and that time.
    private static object Profile(FlameTree flame, string name, Func<FlameNode, double> side)
    {
        var stacks = new List<int[]>();
        foreach (var node in flame.Nodes) stacks.Add(node.Parent < 0 ? [node.Name] : [.. stacks[node.Parent], node.Name]);
        var own = flame.OwnOf(side);
        List<int> timed = [.. Enumerable.Range(0, own.Count).Where(node => own[node] >= Smallest)];
        return new
        {
            Type = "sampled",
            Name = name,
            Unit = "microseconds",
            StartValue = 0,
            EndValue = timed.Sum(node => own[node]),
            Samples = timed.Select(node => stacks[node]),
            Weights = timed.Select(node => own[node]),
        };
    }
}
