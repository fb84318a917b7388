using System.Text.RegularExpressions;

namespace PerfMatrix.Tests;

/// <summary>What docs/architecture.md promises of the source: rooms in order, namespaces that are folders, files and lines that fit on a screen.</summary>
public sealed partial class SourceTests
{
    private const int LongestLine = 150;
    private const int LongestFile = 300;

    private static readonly string s_source = Checkout.File("src");

    public static TheoryData<string> Sources => [.. Files(s_source)];

    [Theory]
    [MemberData(nameof(Sources))]
    public void The_namespace_is_the_folder(string file)
    {
        if (Namespace().Match(Text(file)) is { Success: true } found)
            Assert.Equal(Path.GetDirectoryName(file)!.Replace(Path.DirectorySeparatorChar, '.'), found.Groups["name"].Value);
    }

    [Fact]
    public void A_room_imports_only_rooms_that_come_before_it()
    {
        var rooms = Rooms().ToList();
        var wrong = from file in Files(Path.Combine(s_source, "PerfMatrix"))
                    let own = Room("PerfMatrix." + file.Replace(Path.DirectorySeparatorChar, '.'))
                    from import in Imports(Path.Combine("PerfMatrix", file))
                    where Room(import) is { } other && rooms.IndexOf(other) > rooms.IndexOf(own!)
                    select $"{file} ({own}) imports {import}";
        Assert.Empty(wrong);
    }

    [Fact]
    public void Every_room_is_in_the_architecture() =>
        Assert.Equal(Rooms().Order(), Directory.EnumerateDirectories(Path.Combine(s_source, "PerfMatrix")).Select(folder => Path.GetFileName(folder)!).Order());

    [Fact]
    public void Folders_know_each_other_in_one_direction_only()
    {
        var edges = Files(s_source).SelectMany(file => Imports(file).Select(import => (From: Path.GetDirectoryName(file)!.Replace(Path.DirectorySeparatorChar, '.'), To: import)))
            .Where(edge => edge.To.StartsWith("PerfMatrix", StringComparison.Ordinal) && edge.To != edge.From).ToHashSet();
        // A folder sees what is above it without an import; in the folder of a project itself stands what starts it.
        foreach (var folder in edges.SelectMany(edge => new[] { edge.From, edge.To }).Distinct().ToList())
        {
            for (var above = Above(folder); above is not null && !Directory.Exists(Path.Combine(s_source, above)); above = Above(above)) edges.Add((folder, above));
        }

        var open = edges;
        while (open.Where(edge => open.Any(next => next.From == edge.To)).ToHashSet() is { } rest && rest.Count < open.Count) open = rest;
        Assert.True(open.Count == 0, $"Folders that know each other: {string.Join(", ", open.Select(edge => $"{edge.From} -> {edge.To}"))}");
    }

    [Fact]
    public void The_product_does_not_know_the_evidence_about_it() =>
        Assert.DoesNotContain(
            Files(s_source).Where(file => !file.StartsWith("PerfMatrix.Evidence", StringComparison.Ordinal) && !file.StartsWith("PerfMatrix.Cli", StringComparison.Ordinal)),
            file => Imports(file).Any(import => import.StartsWith("PerfMatrix.Evidence", StringComparison.Ordinal)));

    [Fact]
    public void No_two_types_have_one_name()
    {
        var twice = Files(s_source).SelectMany(file => TypeName().Matches(Text(file)).Select(match => (Name: match.Groups["name"].Value, File: file)))
            .Distinct().GroupBy(type => type.Name).Where(types => types.Count() > 1);
        Assert.Empty(twice.Select(types => $"{types.Key}: {string.Join(", ", types.Select(type => type.File))}"));
    }

    [Fact]
    public void Files_and_lines_fit_on_a_screen()
    {
        var files = Files(s_source).Select(file => (Name: file, Lines: Text(file).Split('\n'))).ToList();
        Assert.Empty(files.Where(file => file.Lines.Length > LongestFile).Select(file => $"{file.Name} has {file.Lines.Length} lines"));
        Assert.Empty(files.SelectMany(file => file.Lines.Index().Where(line => line.Item.Length > LongestLine).Select(line => $"{file.Name}:{line.Index + 1} has {line.Item.Length} characters")));
    }

    private static IEnumerable<string> Files(string folder) => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(folder, file))
        .Where(file => !file.Split(Path.DirectorySeparatorChar).Any(part => part is "obj" or "bin"));

    private static string Text(string file) => File.ReadAllText(Path.Combine(s_source, file));

    private static IEnumerable<string> Imports(string file) => Using().Matches(Text(file))
        .Select(match => match.Groups["static"].Success ? Above(match.Groups["name"].Value)! : match.Groups["name"].Value);

    private static string? Room(string name) => RoomName().Match(name) is { Success: true } room && Rooms().Contains(room.Groups["room"].Value) ? room.Groups["room"].Value : null;

    private static string? Above(string folder) => folder.LastIndexOf('.') is > 0 and var dot ? folder[..dot] : null;

    /// <summary>The numbered list below <c>## Rooms, in order</c>.</summary>
    private static IEnumerable<string> Rooms()
    {
        var page = File.ReadAllText(Checkout.File("docs", "architecture.md"));
        var section = page[page.IndexOf("## Rooms, in order", StringComparison.Ordinal)..];
        return ListedRoom().Matches(section[..section.IndexOf("\n## ", 3, StringComparison.Ordinal)]).Select(match => match.Groups["room"].Value);
    }

    [GeneratedRegex(@"^\d+\. (?<room>\w+):", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ListedRoom();

    [GeneratedRegex(@"^PerfMatrix\.(?<room>\w+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RoomName();

    [GeneratedRegex(@"^using (?<static>static )?(\w+ = )?(?<name>[\w.]+);", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Using();

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"^(public|internal) (\w+ )*?(class|record struct|record class|record|struct|interface|enum|delegate \S+) (?<name>\w+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex TypeName();
}
