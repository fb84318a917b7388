using System.Text.RegularExpressions;

namespace PerfMatrix.Tests;

/// <summary>What docs/architecture.md promises of the source: rooms in order, namespaces that are folders, files and lines that fit on a screen, and
/// a budget.</summary>
public sealed partial class SourceTests
{
    private const int LongestLine = 150;
    private const int LongestFile = 300;

    // The budget of src: what it is, tidied. 36,000 lines were wanted, and tidying does not get there. So whoever adds a feature looks for what it
    // makes superfluous; a larger budget is a decision, and its reason belongs here. 50 lines more, and four files less, since each metric that
    // gates has its own rates in `selftest simulate`: nothing in the simulation was superfluous, and a gate without published rates would be worse.
    private const int MostFiles = 416;
    private const int MostLines = 43_250;

    private static readonly string s_source = Checkout.File("src");
    private static readonly string s_benchmarks = Path.GetRelativePath(s_source, Checkout.File("tests", "PerfMatrix.Benchmarks"));
    private static readonly IReadOnlyList<TypeUse> s_uses = TypeUse.OfPrograms();

    public static TheoryData<string> Sources => [.. Files(s_source)];

    [Theory]
    [MemberData(nameof(Sources))]
    public void The_namespace_is_the_folder(string file)
    {
        if (Namespace().Match(Text(file)) is { Success: true } found)
            Assert.Equal(Path.GetDirectoryName(file)!.Replace(Path.DirectorySeparatorChar, '.'), found.Groups["name"].Value);
    }

    [Fact]
    public void A_room_uses_only_rooms_that_come_before_it()
    {
        var rooms = Rooms().ToList();
        var wrong = from use in s_uses
                    let own = Room(use.Type)
                    let other = Room(use.Used)
                    where own is not null && other is not null && rooms.IndexOf(other) > rooms.IndexOf(own)
                    select $"{use.Type} ({own}) uses {use.Used}";
        Assert.Empty(wrong.Distinct());
    }

    [Fact]
    public void The_order_of_the_rooms_is_checked_against_what_they_really_use() =>
        Assert.Contains(s_uses, use => Room(use.Type) == "Commands" && Room(use.Used) == "Configuration");

    [Fact]
    public void Every_room_is_in_the_architecture() =>
        Assert.Equal(Rooms().Order(), Directory.EnumerateDirectories(Path.Combine(s_source, "PerfMatrix")).Select(folder => Path.GetFileName(folder)!)
            .Order());

    [Fact]
    public void Folders_know_each_other_in_one_direction_only()
    {
        var open = s_uses.Select(use => (From: use.Folder, To: use.UsedFolder)).Where(edge => edge.From != edge.To).ToHashSet();
        while (open.Where(edge => open.Any(next => next.From == edge.To)).ToHashSet() is { } rest && rest.Count < open.Count) open = rest;
        Assert.True(open.Count == 0, $"Folders that know each other: {string.Join(", ", open.Select(edge => $"{edge.From} -> {edge.To}"))}");
    }

    [Fact]
    public void The_product_does_not_know_the_evidence_about_it() => Assert.DoesNotContain(s_uses, use =>
        use.UsedFolder.StartsWith("PerfMatrix.Evidence", StringComparison.Ordinal) && !Regex.IsMatch(use.Folder, @"^PerfMatrix\.(Evidence|Cli)\b"));

    [Fact]
    public void No_two_types_have_one_name()
    {
        var twice = Files(s_source).SelectMany(file => TypeName().Matches(Text(file)).Select(match => (Name: match.Groups["name"].Value, File: file)))
            .Distinct().GroupBy(type => type.Name).Where(types => types.Count() > 1);
        Assert.Empty(twice.Select(types => $"{types.Key}: {string.Join(", ", types.Select(type => type.File))}"));
    }

    [Fact]
    public void A_test_is_in_the_folder_of_the_file_or_the_type_that_it_is_named_after()
    {
        var wrong = from suite in Directory.EnumerateDirectories(Checkout.File("tests"), "PerfMatrix*.Tests")
                    let folders = Tested(Path.GetFileName(suite))
                    from test in Files(suite)
                    let found = NamedAfter().Match(test)
                    where found.Success
                    let expected = folders[found.Groups["name"].Value].ToList()
                    where expected.Count == 1 && expected[0] != Path.GetDirectoryName(test)
                    let folder = Path.Combine("tests", Path.GetFileName(suite))
                    select $"git mv {Path.Combine(folder, test)} {Path.Combine(folder, expected[0], Path.GetFileName(test))}";
        var moves = wrong.ToList();
        Assert.True(moves.Count == 0, $"Where a reader of src looks for it (the namespace moves, too):\n{string.Join('\n', moves)}");
    }

    [Fact]
    public void Processes_and_git_are_started_in_one_place()
    {
        var others = Files(s_source).Where(file => !Regex.IsMatch(file, @"^PerfMatrix\.(Shared/Processes|Launcher)/"))
            .Concat(Files(Path.Combine(s_source, s_benchmarks)).Select(file => Path.Combine(s_benchmarks, file)));
        Assert.DoesNotContain(others, file => Regex.IsMatch(Text(file), @"\bnew ProcessStartInfo\b|\bProcess\.Start\(|Run(Async)?\(""git"""));
    }

    [Fact]
    public void A_warning_has_one_form_and_commands_write_where_they_are_told_to()
    {
        Assert.Equal(["PerfMatrix/Commands/CommandLine.cs"],
            Files(s_source).Where(file => Regex.IsMatch(Text(file), @"""(perfmatrix: )?warning: ")));
        Assert.DoesNotContain(Files(s_source), file => Regex.IsMatch(file, "^PerfMatrix(.Evidence)?/")
            && Regex.IsMatch(Text(file), @"\bConsole\.(Out|Error)\b"));
    }

    [Fact]
    public void Types_of_programs_are_internal_except_for_the_values_that_theories_take_and_the_entrance_of_the_probe()
    {
        var isPublic = new Regex(@"^public (?!enum )(\w+ )*?(class|record|struct|interface) ", RegexOptions.Multiline, TimeSpan.FromSeconds(1));
        Assert.Equal(["PerfMatrix.Probe/PerfMatrixProbe.cs"], Files(s_source).Where(file => !IsShared(file) && isPublic.IsMatch(Text(file))));
    }

    [Fact]
    public void What_is_public_in_the_shared_library_is_named_by_another_program()
    {
        var type = new Regex(
            @"^public (\w+ )*?(class|record( struct)?|struct|interface|enum) (?<name>\w+)", RegexOptions.Multiline, TimeSpan.FromSeconds(1));
        var types = Files(s_source).Where(IsShared).SelectMany(file => type.Matches(Text(file))).Select(match => match.Groups["name"].Value);
        var words = Files(s_source).Where(file => !IsShared(file)).SelectMany(file => Regex.Matches(Text(file), @"\w+"))
            .Select(word => word.Value).ToHashSet();
        // The search for cases reads the entries of an outcome without naming their type.
        Assert.Equal(["BenchmarkEntry"], types.Where(name => !words.Contains(name)));
    }

    /// <summary>Nor for a thread. Some programs that tests start stand still on purpose.</summary>
    [Fact]
    public void No_test_waits_for_a_process_without_bound() =>
        Assert.DoesNotContain(Files(Checkout.File("tests")).Where(file => !Regex.IsMatch(file, "^(FaultyApplication|GcStress)/")), file =>
            Regex.IsMatch(File.ReadAllText(Checkout.File("tests", file)),
                @"\.WaitForExit\(\)|\.WaitForExitAsync\((CancellationToken\.None)?\)|(Output|Error)\.ReadToEnd\(\)|\.(Join|Wait)\(\)"));

    [Fact]
    public void Files_and_lines_fit_on_a_screen()
    {
        var files = Files(s_source).Select(file => (Name: file, Lines: Text(file).Split('\n'))).ToList();
        Assert.Empty(files.Where(file => file.Lines.Length > LongestFile).Select(file => $"{file.Name} has {file.Lines.Length} lines"));
        Assert.Empty(files.SelectMany(file => TooLong(file.Name, file.Lines)));
    }

    [Fact]
    public void Lines_of_tests_fit_on_a_screen_but_for_data_in_raw_texts()
    {
        var tests = Checkout.File("tests");
        Assert.Empty(Files(tests).SelectMany(file => TooLong(file, [.. WithoutRawTexts(File.ReadAllLines(Path.Combine(tests, file)))])));
    }

    [Fact]
    public void The_source_keeps_to_its_budget()
    {
        var lines = Files(s_source).Select(file => Text(file).Count(c => c == '\n')).ToList();
        Assert.True(lines.Count <= MostFiles && lines.Sum() <= MostLines,
            $"src has {lines.Count} files with {lines.Sum()} lines; its budget is {MostFiles} and {MostLines} (see {nameof(MostLines)})");
    }

    /// <summary>Each suite compiles the attribute in; without it a test may wait for ever.</summary>
    [Fact]
    public void No_test_waits_without_end() =>
        Assert.Single(typeof(SourceTests).Assembly.GetCustomAttributes(typeof(PatienceAttribute), inherit: false));

    private static IEnumerable<string> Files(string folder) => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(folder, file))
        .Where(file => !file.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"));

    /// <summary>The folders of the files and types that a suite tests, each in its program. There is no suite for the shared library, so that of
    /// the product has its tests; that of the evidence has those of the articles.</summary>
    private static ILookup<string, string> Tested(string suite)
    {
        string[] programs = suite switch
        {
            "PerfMatrix.Tests" => ["PerfMatrix", "PerfMatrix.Shared"],
            "PerfMatrix.Evidence.Tests" => ["PerfMatrix.Evidence", s_benchmarks],
            _ => [Path.GetFileNameWithoutExtension(suite)],
        };
        var places = from program in programs
                     from file in Files(Path.Combine(s_source, program))
                     let types = TypeName().Matches(Text(Path.Combine(program, file))).Select(type => type.Groups["name"].Value)
                     from name in types.Append(Path.GetFileNameWithoutExtension(file))
                     select (Name: name, Folder: Path.GetDirectoryName(file)!);
        return places.Distinct().ToLookup(place => place.Name, place => place.Folder);
    }

    private static IEnumerable<string> TooLong(string file, string[] lines) => lines.Index().Where(line => line.Item.Length > LongestLine)
        .Select(line => $"{file}:{line.Index + 1} has {line.Item.Length} characters");

    /// <summary>The lines, of which those that belong to a raw text are empty.</summary>
    private static IEnumerable<string> WithoutRawTexts(string[] lines)
    {
        var isInside = false;
        foreach (var line in lines)
        {
            var quotes = RawQuotes().Count(line);
            yield return isInside || quotes > 0 ? "" : line;
            isInside = isInside ? quotes == 0 : quotes % 2 == 1 && line.EndsWith('"');
        }
    }

    private static bool IsShared(string file) => file.StartsWith("PerfMatrix.Shared/", StringComparison.Ordinal);

    private static string Text(string file) => File.ReadAllText(Path.Combine(s_source, file));

    private static string? Room(string name) => RoomName().Match(name) is { Success: true } room && Rooms().Contains(room.Groups["room"].Value)
        ? room.Groups["room"].Value : null;

    /// <summary>The numbered list below <c>## Rooms, in order</c>.</summary>
    private static IEnumerable<string> Rooms()
    {
        var page = File.ReadAllText(Checkout.File("docs", "architecture.md"));
        var section = page[page.IndexOf("## Rooms, in order", StringComparison.Ordinal)..];
        return ListedRoom().Matches(section[..section.IndexOf("\n## ", 3, StringComparison.Ordinal)]).Select(match => match.Groups["room"].Value);
    }

    [GeneratedRegex("\"{3,}", RegexOptions.None, 1000)]
    private static partial Regex RawQuotes();

    [GeneratedRegex(@"^\d+\. (?<room>\w+):", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ListedRoom();

    [GeneratedRegex(@"^PerfMatrix\.(?<room>\w+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RoomName();

    // Tests of whole programs are named after what users do, not after types.
    [GeneratedRegex(@"^(?!EndToEnd/)(.*/)?(?<name>\w+)Tests\.cs$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex NamedAfter();

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"^ *(public|internal|private|protected|file) (\w+ )*?(class|record struct|record class|record|struct|interface|enum|delegate "
        + @"\S+) (?<name>\w+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex TypeName();
}
