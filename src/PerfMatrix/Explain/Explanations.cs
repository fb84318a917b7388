namespace PerfMatrix.Explain;

/// <summary>From traced rounds to what changed. Pure but for the line numbers, which <see cref="OwnCode"/> reads.</summary>
internal static class Explanations
{
    // A smaller part of base is of no interest: a change of that size no gate finds.
    private const double SmallestShare = 0.005;
    private const double SmallestBytes = 8;
    private const double Complete = 0.5;

    // What is so much smaller on one side is not there: code that was compiled late, a sample that was taken on the way.
    private const double Remainder = 0.1;

    private const double SmallestWaitShare = 0.01;
    private const double SmallestExceptions = 0.001;
    private const double SmallestThreads = 0.000_01;
    private const int DeepestStack = 20;

    // Methods compiled under load in a round that matter: so many more on one side than on the other, and so many on both.
    private const int FewCompiled = 5;
    private const int ManyCompiled = 100;
    private const int MostCompiled = 3;

    // The place of a type that no single one of its places stands for.
    private static readonly Frame s_many = new("many methods", "");

    private const string Steps = "Before .NET 10 allocations are not sampled at random: a type is named only if all of them together changed in "
        + "the same direction, and sizes of types that are allocated in turn may be swapped.";

    /// <summary>A note of sides that cannot be recorded alike.</summary>
    public const string Unlike = "Only one side runs on .NET 10 or later, so the two were traced by different events: starvation of the thread pool "
        + "was not compared, and tracing may cost one of them more than the other.";

    /// <param name="rounds">At least two.</param>
    /// <param name="code">The application of base and of head.</param>
    /// <param name="measured">CPU time of base in microseconds a request in measured rounds; null where that is not known.</param>
    public static CellExplanation Of(
        string cell, IReadOnlyList<TracedRound> rounds, CpuProfiler profiler, (OwnCode Base, OwnCode Head) code, double? measured)
    {
        rounds = new SameMethods(code.Base, code.Head).In(rounds);
        var old = rounds.Average(round => round.Base.CpuPerRequest);
        var total = Differences.OfOne([.. rounds.Select(round => round.Head.CpuPerRequest - round.Base.CpuPerRequest)]);
        var sampled = rounds.Average(round => (round.Base.Sampled + round.Head.Sampled) / 2);
        var notes = Notes(rounds, profiler, sampled).ToList();
        var cpu = Cpu(rounds, code, SmallestShare * old, notes);
        return new CellExplanation
        {
            Cell = cell,
            Rounds = rounds.Count,
            Profiler = profiler,
            BaseCpuPerRequest = Rounded(old),
            CpuDifference = new(Rounded(total.Mean), Rounded(total.Low), Rounded(total.High)),
            Cpu = cpu,
            Flame = FlameTree.Of(rounds),
            BaseBytesPerRequest = Math.Round(rounds.Average(round => round.Base.BytesPerRequest)),
            Allocations = Allocations(rounds, code, notes),
            Events = [.. Enum.GetValues<CauseEvent>().Where(kind => kind != CauseEvent.Starvation || AreOfNet10(rounds))
                .SelectMany(kind => Events(kind, rounds, code, SmallestOf(kind, old), notes))],
            Unattributed = Rounded(total.Mean - cpu.Sum(method => method.PerRequest)),
            SampledPercent = Math.Round(100 * sampled, 1),
            OverheadPercent = measured > 0 ? Math.Round(100 * ((old / measured.Value) - 1), 1) : null,
            Notes = notes,
        };
    }

    private static IReadOnlyList<MethodChange> Cpu(
        IReadOnlyList<TracedRound> rounds, (OwnCode Base, OwnCode Head) code, double smallest, List<string> notes)
    {
        var owners = By(stack => [code.Head.Owner(stack)], stack => [code.Base.Owner(stack)]);
        var (changes, moved) = MeanChange<Frame>.Moves(Differences.Of(owners, smallest), MayBeTheSame);
        notes.AddRange(moved.Select(pair => Moved($"CPU time of {pair.One.Key.Method}", pair.Other.Key.Method)));
        if (changes.Count == 0) return [];
        var (self, inclusive) = (By(stack => [stack[0]], null), By(stack => stack.Distinct(), null));
        return [.. changes.Select(change =>
        {
            var line = code.Head.LineOf(change.Key) ?? code.Base.LineOf(change.Key);
            return new MethodChange(Named(change.Key, line, change.Mean > 0 ? code.Head : code.Base), change.Key.Module,
                Rounded(change.Mean), Rounded(change.Low), Rounded(change.High),
                Rounded(Differences.MeanOf(change.Key, self)), Rounded(Differences.MeanOf(change.Key, inclusive)), line?.File, line?.Line);
        })];

        // Two that are on one side each, or parts of one file; of libraries only the assembly is known.
        bool MayBeTheSame(Frame one, Frame other) => one.IsManaged && other.IsManaged && ((IsOnOneSide(one) && IsOnOneSide(other))
            || (FileOf(one) is { } file ? file == FileOf(other) : !code.Head.Has(one) && one.Module == other.Module));

        bool IsOnOneSide(Frame method)
        {
            var (old, now) = (owners.Sum(round => round.Base.Of(method).Sum), owners.Sum(round => round.Head.Of(method).Sum));
            return Math.Min(old, now) <= Remainder * Math.Max(old, now);
        }

        string? FileOf(Frame method) => (code.Head.LineOf(method) ?? code.Base.LineOf(method))?.File;

        List<(Amounts<Frame> Base, Amounts<Frame> Head)> By(
            Func<IReadOnlyList<Frame>, IEnumerable<Frame>> keys, Func<IReadOnlyList<Frame>, IEnumerable<Frame>>? keysOfBase) =>
            [.. rounds.Select(round => (round.Base.CpuBy(keysOfBase ?? keys), round.Head.CpuBy(keys)))];
    }

    // By place, because what one method allocates more of drowns in what all others do; what is spread over many places is found by type alone.
    private static IReadOnlyList<TypeChange> Allocations(
        IReadOnlyList<TracedRound> rounds, (OwnCode Base, OwnCode Head) code, List<string> notes)
    {
        var places = rounds.Select(round => (round.Base.AllocatedBy(code.Base.Owner), round.Head.AllocatedBy(code.Head.Owner))).ToList();
        var (changes, moved) = MeanChange<(string Type, Frame From)>.Moves(
            Differences.Of(places, SmallestBytes, Differences.HalfFalseShare), (one, other) => one.Type == other.Type);
        var whole = rounds.Select(round => (round.Base.AllocatedBy(_ => s_many), round.Head.AllocatedBy(_ => s_many))).ToList();
        var spread = Differences.Of(whole, SmallestBytes, Differences.HalfFalseShare)
            .Where(change => changes.All(one => one.Key.Type != change.Key.Type));
        notes.AddRange(moved.Select(pair => Moved($"{pair.One.Key.Type} from {pair.One.Key.From.Method}", pair.Other.Key.From.Method)));
        var all = changes.Concat(spread).OrderByDescending(change => Math.Abs(change.Mean));
        return [.. all.Where(change => IsBelieved(change.Mean, rounds, notes)).Select(change =>
        {
            // The stack is of the side that allocates more.
            var (own, sides) = change.Mean > 0 ? (code.Head, rounds.Select(round => round.Head)) : (code.Base, rounds.Select(round => round.Base));
            var samples = sides.SelectMany(side => side.Allocations).Where(sample => sample.Type == change.Key.Type);
            return new TypeChange(change.Key.Type, Math.Round(change.Mean, 1), Math.Round(change.Low, 1), Math.Round(change.High, 1),
                Named(change.Key.From, null, own), StackOf(own, change.Key.From, samples.Select(sample => (sample.Stack, sample.Bytes))));
        })];
    }

    // Every so many bytes the object at hand is named. Where requests allocate the same objects in turn, the steps fall on one type today and on its
    // neighbour after any change, in all rounds alike; only what all types together do is then certain.
    private static bool IsBelieved(double change, IReadOnlyList<TracedRound> rounds, List<string> notes)
    {
        if (AreOfNet10(rounds)) return true;
        if (!notes.Contains(Steps)) notes.Add(Steps);
        var total = Differences.OfOne([.. rounds.Select(round => round.Head.BytesPerRequest - round.Base.BytesPerRequest)]);
        return change > 0 ? total.Low > 0 : total.High < 0;
    }

    private static bool AreOfNet10(IReadOnlyList<TracedRound> rounds) => rounds.All(round => round.Base.IsOfNet10 && round.Head.IsOfNet10);

    // Below these amounts nobody notices.
    private static double SmallestOf(CauseEvent kind, double cpu) => kind switch
    {
        CauseEvent.Lock or CauseEvent.Pause => SmallestWaitShare * cpu,
        CauseEvent.Exception => SmallestExceptions,
        _ => SmallestThreads,
    };

    private static IEnumerable<EventChange> Events(
        CauseEvent kind, IReadOnlyList<TracedRound> rounds, (OwnCode Base, OwnCode Head) code, double smallest, List<string> notes)
    {
        var amounts = rounds.Select(round => (round.Base.Of(kind, code.Base.Owner), round.Head.Of(kind, code.Head.Owner))).ToList();
        var (changes, moved) = MeanChange<(string Name, Frame From)>.Moves(
            Differences.Of(amounts, smallest, Differences.HalfFalseShare), (one, other) => one.Name == other.Name);
        notes.AddRange(moved.Select(pair => Moved($"{pair.One.Key.Name} from {pair.One.Key.From.Method}", pair.Other.Key.From.Method)));
        return changes.Select(change =>
        {
            var own = change.Mean > 0 ? code.Head : code.Base;
            var line = own.LineOf(change.Key.From);
            var stack = StackOf(own, change.Key.From, rounds.SelectMany(round => (change.Mean > 0 ? round.Head : round.Base).Events)
                .Where(sample => sample.Kind == kind && sample.Name == change.Key.Name).Select(sample => (sample.Stack, sample.Amount)));
            return new EventChange(kind, change.Key.Name, Fine(change.Mean), Fine(change.Low), Fine(change.High),
                stack.Count == 0 ? null : Named(change.Key.From, line, own), line?.File, line?.Line, stack);
        });
    }

    // A stack does not tell overloads apart. A method that is nowhere in the sources says whose it is.
    private static string Named(Frame method, SourceLine? line, OwnCode code) =>
        line is { IsOfSeveral: true } ? $"{method.Method} and others of its name"
        : method is { IsManaged: true, Module.Length: > 0 } && !code.Has(method) ? $"{method.Method} in {method.Module}" : method.Method;

    // The stack that most of it happens on.
    private static IReadOnlyList<string> StackOf(OwnCode code, Frame from, IEnumerable<(IReadOnlyList<Frame> Stack, double Amount)> samples) =>
    [
        .. (from sample in samples
            where @from == s_many || code.Owner(sample.Stack) == @from
            group sample by string.Join('\n', sample.Stack.Select(frame => frame.Method))).MaxBy(same => same.Sum(sample => sample.Amount))!
            .First().Stack.Take(DeepestStack).Select(frame => frame.Method),
    ];

    private static string Moved(string what, string where) => $"{what} and {where} make up for each other: moved, renamed or inlined.";

    private static IEnumerable<string> Notes(IReadOnlyList<TracedRound> rounds, CpuProfiler profiler, double sampled)
    {
        if (profiler == CpuProfiler.Perf && sampled < Complete)
            yield return $"Samples cover {100 * sampled:0} % of the CPU time only; the rest was divided among them in proportion.";
        if (rounds.Any(round => round.Base.IsOfNet10 != round.Head.IsOfNet10)) yield return Unlike;
        if (rounds.All(round => round.Base.Allocations.Count == 0 && round.Head.Allocations.Count == 0))
            yield return "No allocation was seen: too few for a sample, or the application gives no such events.";
        var compiled = Differences.OfOne([.. rounds.Select(round => (double)(round.Head.Compiled.Count - round.Base.Compiled.Count))]);
        var (old, now) = (rounds.Average(round => round.Base.Compiled.Count), rounds.Average(round => round.Head.Compiled.Count));
        if (Math.Min(old, now) >= ManyCompiled || (Math.Abs(compiled.Mean) >= FewCompiled && (compiled.Low > 0 || compiled.High < 0)))
            yield return $"In a round {old:0} methods of base and {now:0} of head were still being compiled under load{OnOneSide(rounds)}: sizes may "
                + "be those of code that was not fully optimised.";
        if (TracedRound.LostIn(rounds) is { } lost)
            yield return $"{lost}: differences of allocations, locks and exceptions may be larger or smaller than shown.";
    }

    private static string OnOneSide(IReadOnlyList<TracedRound> rounds)
    {
        return Always("base", round => round.Base.Compiled.Except(round.Head.Compiled))
            + Always("head", round => round.Head.Compiled.Except(round.Base.Compiled));

        string Always(string side, Func<TracedRound, IEnumerable<string>> methods)
        {
            var names = rounds.Select(methods).Aggregate((some, others) => some.Intersect(others)).Order(StringComparer.Ordinal).Take(MostCompiled);
            return string.Join(", ", names) is { Length: > 0 } named ? $", always only in {side} {named}" : "";
        }
    }

    // Rare ones are far below one a request.
    private static double Fine(double amount) => Math.Abs(amount) >= 1 ? Math.Round(amount, 3) : Math.Round(amount, 7);

    // Nanoseconds: more digits say nothing.
    private static double Rounded(double microseconds) => Math.Round(microseconds, 3);
}
