namespace PerfMatrix.Explain;

/// <summary>Why cells changed, <c>why.json</c>, schema version 1: head minus base in traced rounds of both, so above 0 head needs more.</summary>
internal sealed record WhyDocument
{
    /// <summary>Largest file in bytes.</summary>
    public const int Largest = 300_000;

    internal static DocumentFile<WhyDocument> File { get; } = new(
        "why.json", "an explanation", "Give the path of a why.json, which `why` writes.", "run `why` again")
    {
        Problem = document => document.Cells.Any(cell => cell.Flame is { IsTree: false }) ? "found stacks that are no tree" : null,
    };

    public int SchemaVersion { get; init; } = 1;
    public required ComparedSide Base { get; init; }
    public required ComparedSide Head { get; init; }
    public required IReadOnlyList<CellExplanation> Cells { get; init; }

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    public CellExplanation? Of(string cell) => Cells.FirstOrDefault(one => one.Cell == cell);

    /// <summary>Leaves it beside a run, with a file for speedscope of each cell. No verdict depends on whether there is room for it.</summary>
    /// <returns>Why it could not be written; null when it was.</returns>
    public string? Leave(string folder) => Errors.Of(() =>
    {
        File.Write(File.In(folder), this);
        SpeedscopeFile.Write(folder, this);
    }) is { } problem ? $"{problem} The verdict stands." : null;

    /// <summary>Explanations of the same two sides as one document. Of a cell that has two the later counts, unless it failed.</summary>
    public static WhyDocument? Merge(IReadOnlyList<WhyDocument> parts, Func<string, int>? size = null) => parts.Count == 0 ? null : (parts[^1] with
    {
        Cells = [.. parts.SelectMany(part => part.Cells).GroupBy(cell => cell.Cell)
            .Select(same => same.LastOrDefault(cell => cell.Problem is null) ?? same.Last()).OrderByDescending(cell => size?.Invoke(cell.Cell))],
        Warnings = [.. parts.SelectMany(part => part.Warnings).Distinct().Take(MostWarnings)],
    }).Bounded();

    /// <summary>The document without what is smallest, and its last cells, where it would be too large; a note counts what is left out.</summary>
    public WhyDocument Bounded()
    {
        if (!IsTooLarge) return this;
        // A program may have names of any length.
        var cells = Cells.Select(cell => cell.WithTexts(name => Cut(name, LongestName), sentence => Cut(sentence, LongestSentence))).ToList();
        var warnings = Warnings.Take(MostWarnings).Select(warning => Cut(warning, LongestSentence)).ToList();
        var most = LargestOf(1, cells.Select(cell => cell.Longest).DefaultIfEmpty(1).Max(), number => !First(cells.Count, number).IsTooLarge);
        return First(most > 1 ? cells.Count : LargestOf(0, cells.Count, number => !First(number, 1).IsTooLarge), most);

        WhyDocument First(int kept, int most) => this with
        {
            Cells = [.. cells.Take(kept).Select(cell => cell.First(most))],
            Warnings = kept == cells.Count ? warnings
                : [.. warnings, $"{Wording.Counted(cells.Count - kept, "explained cell")} left out: there was no room."],
        };
    }

    private const int MostWarnings = 20;
    private const int LongestName = 200;
    private const int LongestSentence = 1_000;

    private static string Cut(string text, int longest) => text.Length > longest ? $"{text[..longest]}..." : text;

    // The least where no number fits.
    private static int LargestOf(int least, int most, Func<int, bool> fits)
    {
        while (least < most)
        {
            var middle = (least + most + 1) / 2;
            (least, most) = fits(middle) ? (middle, most) : (least, middle - 1);
        }

        return least;
    }

    private bool IsTooLarge => Encoding.UTF8.GetByteCount(File.Format(this)) > Largest;
}

/// <summary>What the traced rounds of a cell showed.</summary>
internal sealed record CellExplanation
{
    public required string Cell { get; init; }

    /// <summary>Why there is no explanation; null when there is one. What stands behind is then empty.</summary>
    public string? Problem { get; init; }

    /// <summary>Traced rounds that count.</summary>
    public int Rounds { get; init; }

    /// <summary>Where the CPU samples come from: perf sees all threads that run; eventPipe sees managed code at safe points only, so that its amounts
    /// are lower bounds, unless it sampled more than all of the CPU time.</summary>
    public CpuProfiler Profiler { get; init; }

    /// <summary>CPU time of base in microseconds a request, by the clock of the process.</summary>
    public double BaseCpuPerRequest { get; init; }

    /// <summary>Its difference by the clock of the process, in microseconds.</summary>
    public AmountRange CpuDifference { get; init; } = new(0, 0, 0);

    /// <summary>Methods whose CPU time changed, the largest change first.</summary>
    public IReadOnlyList<MethodChange> Cpu { get; init; } = [];

    /// <summary>Where both sides spend CPU time, by stack; not written where nothing was sampled.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FlameTree? Flame { get; init; }

    /// <summary>Bytes that base allocated a request, by the samples.</summary>
    public double BaseBytesPerRequest { get; init; }

    /// <summary>Types of which more or less bytes were allocated, the largest change first.</summary>
    public IReadOnlyList<TypeChange> Allocations { get; init; } = [];

    /// <summary>Events that became more or fewer, longer or shorter, by kind and the largest change first.</summary>
    public IReadOnlyList<EventChange> Events { get; init; } = [];

    /// <summary>The part of the CPU difference that no method stands for, in microseconds a request.</summary>
    public double Unattributed { get; init; }

    /// <summary>The share of the CPU time that samples were taken of, in percent.</summary>
    public double SampledPercent { get; init; }

    /// <summary>How much more CPU time a request of base took than in the measured rounds, which warm up differently; null without these.</summary>
    public double? OverheadPercent { get; init; }

    /// <summary>What a reader must know of this cell.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    // A picture needs more of them than a list.
    private const int NodesForEach = 16;

    /// <summary>Whether sizes of CPU time are lower bounds. Of more than all of it, threads that waited were counted as running.</summary>
    internal bool HasLowerBounds => Profiler == CpuProfiler.EventPipe && SampledPercent <= 100;

    /// <summary>Every amount in it.</summary>
    internal IEnumerable<double> Numbers =>
    [
        Rounds, BaseCpuPerRequest, CpuDifference.PerRequest, CpuDifference.Low, CpuDifference.High, BaseBytesPerRequest, Unattributed,
        SampledPercent, OverheadPercent ?? 0,
        .. Cpu.SelectMany(method => new[] { method.PerRequest, method.Low, method.High, method.SelfPerRequest, method.InclusivePerRequest }),
        .. Allocations.SelectMany(type => new[] { type.BytesPerRequest, type.Low, type.High }),
        .. Events.SelectMany(one => new[] { one.PerRequest, one.Low, one.High }),
        .. Flame?.Nodes.SelectMany(node => new[] { node.Base, node.Head }) ?? [],
    ];

    /// <summary>The same with other texts, for those that somebody else has written.</summary>
    internal CellExplanation WithTexts(Func<string, string> name, Func<string, string> sentence) => this with
    {
        Problem = Problem is null ? null : sentence(Problem),
        Cpu = [.. Cpu.Select(method => method with
        {
            Method = name(method.Method),
            Module = name(method.Module),
            File = method.File is null ? null : name(method.File),
        })],
        Allocations = [.. Allocations.Select(type => type with
        {
            Type = name(type.Type),
            From = name(type.From),
            Stack = [.. type.Stack.Select(name)],
        })],
        Events = [.. Events.Select(one => one with
        {
            Name = name(one.Name),
            From = one.From is null ? null : name(one.From),
            File = one.File is null ? null : name(one.File),
            Stack = [.. one.Stack.Select(name)],
        })],
        Flame = Flame is null ? null : Flame with { Names = [.. Flame.Names.Select(name)] },
        Notes = [.. Notes.Select(sentence)],
    };

    /// <summary>Entries of its longest list.</summary>
    internal int Longest => new[] { Cpu.Count, Allocations.Count, Events.Count, Notes.Count, (Flame?.Nodes.Count ?? 0) / NodesForEach }.Max() + 1;

    /// <summary>The same with the first of each list and of each kind of event, which are the largest, and a note that counts the others.</summary>
    internal CellExplanation First(int most)
    {
        var few = this with
        {
            Flame = Flame?.First(NodesForEach * most),
            Cpu = [.. Cpu.Take(most)],
            Unattributed = Math.Round(Unattributed + Cpu.Skip(most).Sum(method => method.PerRequest), 3),
            Allocations = [.. Allocations.Take(most).Select(type => type with { Stack = [.. type.Stack.Take(most)] })],
            Events = [.. Events.GroupBy(one => one.Kind).SelectMany(
                kind => kind.Take(most).Select(one => one with { Stack = [.. one.Stack.Take(most)] }))],
            Notes = [.. Notes.Take(most)],
        };
        var counts = new[]
        {
            (Cpu.Count - few.Cpu.Count, "method"), (Allocations.Count - few.Allocations.Count, "type"), (Events.Count - few.Events.Count, "event"),
            (Notes.Count - few.Notes.Count, "note"), ((Flame?.Nodes.Count ?? 0) - (few.Flame?.Nodes.Count ?? 0), "node"),
        }.Where(one => one.Item1 > 0).Select(one => Wording.Counted(one.Item1, one.Item2)).ToList();
        return counts.Count == 0 ? few : few with
        {
            Notes = [$"Left out, because there was no room, and smaller than what is here: {string.Join(", ", counts)}. CPU time of the methods "
                + "is part of what is not attributed.", .. few.Notes],
        };
    }
}

/// <summary>A difference a request with its 95 % interval.</summary>
internal sealed record AmountRange(double PerRequest, double Low, double High)
{
    /// <summary>1 or -1 where all of the interval is above or below 0; 0 where it has 0 in it.</summary>
    internal int Sign => Low > 0 ? 1 : High < 0 ? -1 : 0;
}

/// <summary>A method whose CPU time changed. What it calls in libraries counts for it; the amounts of all make up the whole difference.</summary>
/// <param name="Method">Name as in the sources, without namespace, and that there are others of its name; of a library where no method of the
/// application called it, with its assembly: <c>List&lt;T&gt;.Add in System.Private.CoreLib</c>; else the library in brackets.</param>
/// <param name="Module">Assembly or library.</param>
/// <param name="PerRequest">Microseconds a request in the method and in libraries that it calls.</param>
/// <param name="Low">Lower end of the interval of that amount, corrected for the number of methods.</param>
/// <param name="High">Upper end of the interval.</param>
/// <param name="SelfPerRequest">Microseconds a request in its own instructions.</param>
/// <param name="InclusivePerRequest">Microseconds a request in it and in all that it calls.</param>
/// <param name="File">Source file, relative to the repository; null where it is not known.</param>
/// <param name="Line">Its first line, from 1.</param>
internal sealed record MethodChange(
    string Method, string Module, double PerRequest, double Low, double High, double SelfPerRequest, double InclusivePerRequest, string? File,
    int? Line);

/// <summary>A type of which a method of the application allocated more or less, itself or in libraries that it called.</summary>
/// <param name="Type">Name as in the sources, without namespace.</param>
/// <param name="BytesPerRequest">Bytes a request.</param>
/// <param name="Low">Lower end of the interval, corrected for the number of types.</param>
/// <param name="High">Upper end of the interval.</param>
/// <param name="From">That method; where none was on the stack, the innermost of .NET, with its assembly; <c>many methods</c> where none of them
/// stands out.</param>
/// <param name="Stack">The stack that it is most often allocated on, the innermost method first.</param>
internal sealed record TypeChange(string Type, double BytesPerRequest, double Low, double High, string From, IReadOnlyList<string> Stack);

/// <summary>An event that happens more or less often, or takes a longer or shorter time.</summary>
/// <param name="Kind">lock, exception, pause or starvation.</param>
/// <param name="Name">The type of an exception, the kind of a collection.</param>
/// <param name="PerRequest">Microseconds a request of locks and pauses, exceptions a request, threads a request of a starved thread pool.</param>
/// <param name="Low">Lower end of the interval, corrected for the number of events of the kind.</param>
/// <param name="High">Upper end of the interval.</param>
/// <param name="From">Method that waits, throws, or asks for the collection, as in allocations; null where no code stands for it.</param>
/// <param name="File">Source file, relative to the repository; null where it is not known.</param>
/// <param name="Line">Its first line, from 1.</param>
/// <param name="Stack">The stack that most of it happens on, the innermost method first.</param>
internal sealed record EventChange(
    CauseEvent Kind, string Name, double PerRequest, double Low, double High, string? From, string? File, int? Line, IReadOnlyList<string> Stack);
