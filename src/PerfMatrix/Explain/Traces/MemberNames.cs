namespace PerfMatrix.Explain.Traces;

/// <summary>Names of methods and types as a person wrote them: the compiler's names of lambdas, local functions, iterators and async methods are
/// taken apart, and namespaces are left out. What has another form stays as it is, without characters that nobody sees.</summary>
internal static class MemberNames
{
    /// <summary>Before the name of the method that a lambda is in.</summary>
    public const string Lambda = "lambda in ";

    // Reading goes into the depth of brackets, of which a name may have any number.
    private const int LongestRead = 2_000;
    private const int Longest = 300;

    private static readonly Dictionary<string, string> s_keywords = new (string Type, string Keyword)[]
    {
        ("Boolean", "bool"), ("Byte", "byte"), ("Char", "char"), ("Decimal", "decimal"), ("Double", "double"), ("Int16", "short"), ("Int32", "int"),
        ("Int64", "long"), ("Object", "object"), ("SByte", "sbyte"), ("Single", "float"), ("String", "string"), ("UInt16", "ushort"),
        ("UInt32", "uint"), ("UInt64", "ulong"),
        // The runtime shares code between type arguments that are references, and does not know which it runs for.
        ("__Canon", "T"),
    }.ToDictionary(one => $"System.{one.Type}", one => one.Keyword);

    /// <summary>A method, e.g. <c>Orders.Total</c>, <c>lambda in Program.Main</c>, <c>List&lt;T&gt;.Add</c>.</summary>
    /// <param name="type">Full name of the type as the runtime reports it, e.g. <c>Shop.Orders+&lt;Total&gt;d__3`1[System.__Canon]</c>.</param>
    public static string OfMethod(string type, string method) =>
        Visible(type.Length + method.Length > LongestRead ? $"{type}.{method}" : Method(type, method));

    /// <summary>A method as a place in code.</summary>
    /// <param name="module">Name of its assembly; empty where it is not known.</param>
    public static Frame FrameOf(string type, string method, string module) =>
        new(OfMethod(type, method), module, LambdaIn(method) is { Length: > 0 } own ? own : LambdaIn(type));

    /// <summary>What the compiler counts a lambda by, e.g. <c>0_3</c> of <c>&lt;Main&gt;b__0_3</c>; empty where it is none.</summary>
    /// <param name="name">Of its method or, for an asynchronous one, of its type.</param>
    public static string LambdaIn(string name)
    {
        var at = name.LastIndexOf(">b__", StringComparison.Ordinal);
        return at < 0 ? "" : string.Concat(name.Skip(at + 4).TakeWhile(c => char.IsAsciiDigit(c) || c == '_'));
    }

    /// <summary>A type, e.g. <c>Dictionary&lt;string, int&gt;</c>, <c>byte[]</c>, <c>anonymous type</c>.</summary>
    public static string OfType(string type) =>
        Visible(type.Length <= LongestRead && new TypeText(type).Read() is { Text.Length: > 0 } read ? Made(read) + read.Text : type);

    // What the compiler makes an object of that no source names.
    private static string Made(Part type) => type.IsClosure ? "closure of " : type.IsStateMachine ? "state machine of " : "";

    private static string Method(string type, string method)
    {
        var owner = new TypeText(type).Read();
        var generic = method.IndexOf('[', StringComparison.Ordinal);
        var arguments = generic > 0 ? new TypeText("_" + method[generic..]).Read().Text[1..] : "";
        var member = Member(generic > 0 ? method[..generic] : method);
        if (method == ".ctor") return $"new {owner.Text}";
        if (method == ".cctor") return $"static {owner.Text}";
        var name = owner.IsStateMachine && method == "MoveNext" ? owner.Text : Joined(owner.Text, member.Text) + arguments;
        return member.IsLambda || owner.IsLambda ? Lambda + name : name;
    }

    /// <summary>A name without what no terminal shows: names come from whatever was compiled.</summary>
    public static string Visible(string name) => string.Concat(name.Take(Longest).Where(c => !char.IsControl(c)
        && char.GetUnicodeCategory(c) is not (UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator)));

    private static string Joined(string owner, string member) => owner.Length == 0 ? member : member.Length == 0 ? owner : $"{owner}.{member}";

    /// <summary>A name of the compiler: <c>&lt;Total&gt;b__0</c> is a lambda in Total, <c>&lt;Total&gt;g__Add|0</c> its local function Add,
    /// <c>&lt;Total&gt;d__3</c> its state machine; one may be in another.</summary>
    private static Part Member(string name)
    {
        if (name.Length == 0 || name[0] != '<' || End(name) is not (> 0 and var end))
            return new(name.StartsWith("get_", StringComparison.Ordinal) || name.StartsWith("set_", StringComparison.Ordinal) ? name[4..] : name,
                false, false);
        var (inner, rest) = (Member(name[1..end]), name[(end + 1)..]);
        if (rest.StartsWith("b__", StringComparison.Ordinal)) return inner with { IsLambda = true };
        if (rest.StartsWith("g__", StringComparison.Ordinal)) return inner with { Text = Joined(inner.Text, rest[3..].Split('|')[0]) };
        if (rest.StartsWith("f__AnonymousType", StringComparison.Ordinal)) return new("anonymous type", false, false);
        if (rest is "c" || rest.StartsWith("c__", StringComparison.Ordinal)) return inner with { IsClosure = true };
        // Made for a collection expression: <>z__ReadOnlyArray, <>y__InlineArray2.
        if (rest is ['y' or 'z', '_', '_', _, ..]) return inner with { Text = rest[3..] };
        // A type of one file: <Program>F0A1B2__Orders.
        if (rest.StartsWith('F') && rest.IndexOf("__", StringComparison.Ordinal) is > 0 and var own) return new(rest[(own + 2)..], false, false);
        return rest.StartsWith('d') ? inner with { IsStateMachine = true } : inner;
    }

    // The bracket that closes the first one.
    private static int End(string name)
    {
        for (int i = 0, depth = 0; i < name.Length; i++)
        {
            depth += name[i] switch { '<' => 1, '>' => -1, _ => 0 };
            if (depth == 0) return i;
        }
        return -1;
    }

    private sealed record Part(string Text, bool IsLambda, bool IsStateMachine, bool IsClosure = false);

    /// <summary>Reads <c>Namespace.Outer`1+Inner[Argument,Argument][]</c>.</summary>
    private sealed class TypeText(string text)
    {
        private int _at;

        public Part Read()
        {
            var start = _at;
            while (_at < text.Length && text[_at] is not ('[' or ']' or ',')) _at++;
            var name = Name(text[start.._at]);
            while (_at < text.Length && text[_at] == '[')
                name = name with { Text = name.Text + (IsArray() ? Array() : Arguments()) };
            return name;
        }

        private bool IsArray() => _at + 1 < text.Length && text[_at + 1] is ']' or ',' or '*';

        private string Array()
        {
            var start = _at;
            while (_at < text.Length && text[_at++] != ']') { }
            return text[start.._at];
        }

        private string Arguments()
        {
            var arguments = new List<string>();
            do
            {
                _at++;
                arguments.Add(Read().Text);
            }
            while (_at < text.Length && text[_at] == ',');
            if (_at < text.Length) _at++;
            return $"<{string.Join(", ", arguments)}>";
        }

        private static Part Name(string full)
        {
            if (s_keywords.TryGetValue(full, out var keyword)) return new(keyword, false, false);
            var parts = full.Split('+').Select((part, index) => Member(WithoutArity(index == 0 ? WithoutNamespace(part) : part))).ToList();
            return new(parts.Aggregate("", (path, part) => Joined(path, part.Text)), parts.Exists(part => part.IsLambda),
                parts.Count > 0 && parts[^1].IsStateMachine, parts.Count > 0 && parts[^1].IsClosure);
        }

        private static string WithoutNamespace(string name)
        {
            var angle = name.IndexOf('<', StringComparison.Ordinal);
            return name[((angle < 0 ? name : name[..angle]).LastIndexOf('.') + 1)..];
        }

        private static string WithoutArity(string name) =>
            name.LastIndexOf('`') is > 0 and var at && name.AsSpan(at + 1).IndexOfAnyExceptInRange('0', '9') < 0 ? name[..at] : name;
    }
}
