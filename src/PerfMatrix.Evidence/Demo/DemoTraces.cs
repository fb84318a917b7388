namespace PerfMatrix.Evidence.Demo;

/// <summary>Traced rounds of a generated history: made up, as <c>why</c> and <c>report gc</c> write them, with its commits and cells.</summary>
internal static class DemoTraces
{
    /// <summary>The cause of a verdict, that of the newest change of the trend, and collections of the newest run.</summary>
    public static void Publish(FolderFiles files, string verdict, SourceInfo source, DateTimeOffset at)
    {
        var history = new HistoryStore(files);
        var cells = history.Catalogue.Cells;
        var documents = new List<TracedDocument>
        {
            TracedDocument.Of(verdict, Why(cells[0].Id, new("generated-main", null), new("generated-change-3", source.Sha))),
            TracedDocument.Of(history.Index.Newest!.Id, Gc(cells[0])),
        };
        if (history.Changes is [.., var change])
            documents.Add(TracedDocument.Of($"{at.Year:0000}-{change.Id}", Why(
                cells[change.Members[0].Cell].Id, new("the commit before", change.ShaBefore), new("the first bad commit", change.ShaAfter))));
        var changes = new FileChanges();
        TracedShelf.AddTo(files, changes, documents, at, source);
        files.Apply(changes);
    }

    private static WhyDocument Why(string cell, ComparedSide old, ComparedSide now)
    {
        var why = Read(WhyDocument.File);
        return why with { Base = old, Head = now, Cells = [why.Cells[0] with { Cell = cell }] };
    }

    private static GcDocument Gc(Cell cell)
    {
        var gc = Read(GcDocument.File);
        return gc with { Cells = [gc.Cells[0] with { Cell = $"{cell.Scenario}/{cell.Runtime}/{gc.From}..{gc.To}/{cell.Cores}c" }] };
    }

    /// <summary>A document that this program brings with it.</summary>
    public static T Read<T>(DocumentFile<T> file)
        where T : class
    {
        using var text = new StreamReader(typeof(DemoTraces).Assembly.GetManifestResourceStream($"demo/{file.Name}")!);
        return file.Parse(text.ReadToEnd(), file.Name);
    }
}
