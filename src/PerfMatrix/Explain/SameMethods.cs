using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Explain;

/// <summary>Which methods of base and head are the same one, so that they are compared with each other: lambdas of a method that has as many of them
/// on both sides, and a method that only got another name, which is known by its file and line.</summary>
internal sealed class SameMethods
{
    private readonly OwnCode _base;
    private readonly OwnCode _head;
    private readonly Dictionary<(string Module, string Name), string> _renamed;
    private readonly Dictionary<Frame, Frame> _ofBase = [];
    private readonly Dictionary<Frame, Frame> _ofHead = [];

    public SameMethods(OwnCode @base, OwnCode head)
    {
        (_base, _head) = (@base, head);
        var (old, now) = (Lines(@base), Lines(head));
        var added = now.Where(one => !old.ContainsKey(one.Key)).ToLookup(one => (one.Key.Module, one.Value), one => one.Key.Name);
        _renamed = old.Where(one => !now.ContainsKey(one.Key) && added[(one.Key.Module, one.Value)].Count() == 1)
            .ToDictionary(one => one.Key, one => added[(one.Key.Module, one.Value)].Single());
    }

    /// <summary>The rounds with the names of head for what is the same on both sides.</summary>
    public IReadOnlyList<TracedRound> In(IReadOnlyList<TracedRound> rounds) =>
        [.. rounds.Select(round => new TracedRound(round.Base.With(OfBase), round.Head.With(OfHead)))];

    private static Dictionary<(string Module, string Name), SourceLine> Lines(OwnCode code) =>
        code.Methods.ToDictionary(one => one.Method, one => one.Line);

    private Frame OfBase(Frame frame) => Known(_ofBase, frame, _base, one =>
        _renamed.TryGetValue((one.Module, one.Method), out var name) ? new(name, one.Module) : one);

    private Frame OfHead(Frame frame) => Known(_ofHead, frame, _head, one => one);

    // Their order stands for them only where none was added or taken away.
    private Frame Lambda(Frame lambda, OwnCode side)
    {
        var (old, now) = (_base.LambdasOf(lambda), _head.LambdasOf(lambda));
        var index = (side == _base ? old : now).IndexOf(lambda.Lambda);
        return index >= 0 && old.Count == now.Count ? _head.WithLine(lambda with { Lambda = now[index] }) : lambda with { Lambda = "" };
    }

    private Frame Known(Dictionary<Frame, Frame> known, Frame frame, OwnCode side, Func<Frame, Frame> find)
    {
        if (known.TryGetValue(frame, out var same)) return same;
        var placed = side.Placed(frame);
        return known[frame] = placed.Lambda.Length > 0 ? Lambda(placed, side) : find(placed);
    }
}
