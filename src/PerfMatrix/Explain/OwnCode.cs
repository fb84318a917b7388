namespace PerfMatrix.Explain;

/// <summary>The assemblies of a published application that are built from its own projects, and where their methods are in the sources.</summary>
internal sealed class OwnCode(string folder, string sources, HashSet<string> assemblies)
{
    // Between the name of a lambda and its number.
    private const char Counted = '#';

    private readonly Dictionary<string, Dictionary<string, SourceLine>> _lines = [];

    /// <param name="executable">Path of the program, beside its assemblies and <c>.deps.json</c>, which tells projects from packages.</param>
    /// <param name="sources">Folder that file names are made relative to.</param>
    public static OwnCode Of(string executable, string sources)
    {
        var file = Path.GetFileName(executable);
        var name = file.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? file[..^4] : file;
        var folder = Path.GetDirectoryName(executable)!;
        return new(folder, sources, [name, .. Assemblies(Path.Combine(folder, name + ".deps.json"))]);
    }

    public bool Has(Frame frame) => assemblies.Contains(frame.Module);

    /// <summary>What a sample is put down to: the innermost method of the application, else the innermost .NET method, else the library. So time in a
    /// library counts for the method of the application that called it.</summary>
    public Frame Owner(IReadOnlyList<Frame> stack)
    {
        if (stack.Count == 0) return Frame.OfLibrary("unknown");
        var managed = -1;
        for (var i = 0; i < stack.Count; i++)
        {
            if (Has(stack[i])) return stack[i];
            if (managed < 0 && stack[i].IsManaged) managed = i;
        }
        return stack[Math.Max(0, managed)];
    }

    /// <summary>Where the methods of its own assemblies begin, but for those of one name and lambdas.</summary>
    public Dictionary<(string Module, string Name), SourceLine> Methods => assemblies.SelectMany(assembly => LinesOf(assembly)
        .Where(method => !method.Value.IsOfSeveral && !method.Key.StartsWith(MemberNames.Lambda, StringComparison.Ordinal))
        .Select(method => (Name: (assembly, method.Key), Line: method.Value))).ToDictionary(method => method.Name, method => method.Line);

    /// <summary>A method whose assembly is not known, with the one that has it.</summary>
    public Frame Placed(Frame frame) => frame.Module.Length > 0 ? frame : frame with
    {
        Module = assemblies.FirstOrDefault(
            assembly => LinesOf(assembly).ContainsKey(frame.Lambda.Length > 0 ? Key(frame) : WithoutArguments(frame.Method))) ?? "",
    };

    /// <summary>A lambda with the line that it is in, as nothing else tells it from others of its method: <c>lambda in Program.Main:42</c>.</summary>
    public Frame WithLine(Frame lambda) =>
        Has(lambda) && LinesOf(lambda.Module).GetValueOrDefault(Key(lambda)) is { } line ? new($"{lambda.Method}:{line.Line}", lambda.Module)
            : lambda with { Lambda = "" };

    /// <summary>What tells the lambdas of a method apart, in order. Another member of its class makes <c>0_1</c> a <c>1_1</c>.</summary>
    public List<string> LambdasOf(Frame lambda) => !Has(lambda) ? [] : [.. LinesOf(lambda.Module).Keys
        .Where(key => key.StartsWith(lambda.Method + Counted, StringComparison.Ordinal)).Select(key => key[(lambda.Method.Length + 1)..])
        .OrderBy(number => number.Length).ThenBy(number => number, StringComparer.Ordinal)];

    /// <summary>The first line of a method, of several of one name that of the first; null without a PDB, and for code of others.</summary>
    public SourceLine? LineOf(Frame frame) => Has(frame) ? LinesOf(frame.Module).GetValueOrDefault(WithoutArguments(frame.Method)) : null;

    private static string Key(Frame lambda) => WithoutArguments(lambda.Method) + Counted + lambda.Lambda;

    private Dictionary<string, SourceLine> LinesOf(string assembly) =>
        _lines.TryGetValue(assembly, out var lines) ? lines : (_lines[assembly] = Lines(Path.Combine(folder, assembly + ".dll")));

    private static List<string> Assemblies(string file) => Errors.Or<List<string>>(() =>
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(file));
        var projects = document.RootElement.GetProperty("libraries").EnumerateObject()
            .Where(library => library.Value.GetProperty("type").GetString() == "project").Select(library => library.Name).ToHashSet();
        // A project may give its assembly another name than its own.
        return [.. from target in document.RootElement.GetProperty("targets").EnumerateObject()
                   from library in target.Value.EnumerateObject()
                   where projects.Contains(library.Name) && library.Value.TryGetProperty("runtime", out _)
                   from assembly in library.Value.GetProperty("runtime").EnumerateObject()
                   select Path.GetFileNameWithoutExtension(assembly.Name)];
    }, problem => FileErrors.Is(problem) || problem is JsonException or KeyNotFoundException or InvalidOperationException, _ => []);

    private Dictionary<string, SourceLine> Lines(string assembly)
    {
        var lines = new Dictionary<string, SourceLine>();
        // Names without lines are good enough.
        return PortableSymbols.Read(assembly, (image, symbols) =>
        {
            var metadata = image.GetMetadataReader();
            foreach (var handle in metadata.MethodDefinitions) Add(lines, metadata, symbols, handle);
            return lines;
        }, lines);
    }

    private void Add(Dictionary<string, SourceLine> lines, MetadataReader metadata, MetadataReader symbols, MethodDefinitionHandle handle)
    {
        var points = symbols.GetMethodDebugInformation(handle.ToDebugInformationHandle()).GetSequencePoints().Where(point => !point.IsHidden);
        if (points.Select(point => (SequencePoint?)point).FirstOrDefault() is not { } first) return;
        var method = metadata.GetMethodDefinition(handle);
        var (type, member) = (TypeName(metadata, method.GetDeclaringType()), metadata.GetString(method.Name));
        var name = WithoutArguments(MemberNames.OfMethod(type, member));
        var line = new SourceLine(Relative(MemberNames.Visible(symbols.GetString(symbols.GetDocument(first.Document).Name))), first.StartLine);
        lines[name] = lines.TryGetValue(name, out var earlier) && earlier != line ? earlier with { IsOfSeveral = true } : line;
        if ((MemberNames.LambdaIn(member) is { Length: > 0 } own ? own : MemberNames.LambdaIn(type)) is not { Length: > 0 } lambda) return;
        lines[name + Counted + lambda] = line;
        lines[$"{name}:{line.Line}"] = line;
    }

    private static string TypeName(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        var name = metadata.GetString(type.Name);
        return type.GetDeclaringType() is { IsNil: false } outer ? $"{TypeName(metadata, outer)}+{name}"
            : type.Namespace.IsNil ? name : $"{metadata.GetString(type.Namespace)}.{name}";
    }

    // A program of the cache was built in a folder that may be gone; the end of the path is the same here.
    private string Relative(string path)
    {
        var parts = path.Split('/', '\\');
        return Enumerable.Range(0, parts.Length).Select(from => string.Join('/', parts[from..])).Where(end => end.Length > 0 && end[0] != '/')
            .FirstOrDefault(end => File.Exists(Path.Combine(sources, end))) ?? parts[^1];
    }

    private static string WithoutArguments(string method)
    {
        var depth = 0;
        var text = new StringBuilder(method.Length);
        foreach (var c in method)
        {
            depth += c == '<' ? 1 : 0;
            if (depth == 0) text.Append(c);
            depth -= c == '>' ? 1 : 0;
        }
        return text.ToString();
    }
}

/// <param name="File">Relative to the repository where that is known, with forward slashes.</param>
/// <param name="Line">Line, from 1.</param>
/// <param name="IsOfSeveral">Whether other methods have the same name: overloads, or lambdas that cannot be told apart.</param>
internal sealed record SourceLine(string File, int Line, bool IsOfSeveral = false);

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
        var (old, now) = (@base.Methods, head.Methods);
        var added = now.Where(one => !old.ContainsKey(one.Key)).ToLookup(one => (one.Key.Module, one.Value), one => one.Key.Name);
        _renamed = old.Where(one => !now.ContainsKey(one.Key) && added[(one.Key.Module, one.Value)].Count() == 1)
            .ToDictionary(one => one.Key, one => added[(one.Key.Module, one.Value)].Single());
    }

    /// <summary>The rounds with the names of head for what is the same on both sides.</summary>
    public IReadOnlyList<TracedRound> In(IReadOnlyList<TracedRound> rounds) =>
        [.. rounds.Select(round => new TracedRound(
            round.Base.With(frame => Known(_ofBase, frame, _base)), round.Head.With(frame => Known(_ofHead, frame, _head))))];

    // Their order stands for them only where none was added or taken away.
    private Frame Lambda(Frame lambda, OwnCode side)
    {
        var (old, now) = (_base.LambdasOf(lambda), _head.LambdasOf(lambda));
        var index = (side == _base ? old : now).IndexOf(lambda.Lambda);
        return index >= 0 && old.Count == now.Count ? _head.WithLine(lambda with { Lambda = now[index] }) : lambda with { Lambda = "" };
    }

    private Frame Known(Dictionary<Frame, Frame> known, Frame frame, OwnCode side)
    {
        if (known.TryGetValue(frame, out var same)) return same;
        var placed = side.Placed(frame);
        return known[frame] = placed.Lambda.Length > 0 ? Lambda(placed, side)
            : side == _base && _renamed.TryGetValue((placed.Module, placed.Method), out var name) ? new(name, placed.Module) : placed;
    }
}
