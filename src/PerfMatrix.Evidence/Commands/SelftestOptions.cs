using System.CommandLine;
using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.Evidence.Commands;

/// <summary>The options of every part of <c>selftest</c>: where the document is and how it is shown.</summary>
internal sealed class SelftestOptions
{
    private const string DocumentFolder = "reports/selftest";

    private readonly Option<string?> _data = new("--data") { Description = $"The selftest document, which is added to; the default is {SpreadHistory.DefaultPath}." };
    private readonly Option<bool> _json = new("--json") { Description = "Print the self-test document instead of tables." };
    private readonly Option<bool> _document = new("--document") { Description = $"Also write a dated Markdown document to {DocumentFolder}." };

    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _data, _json, _document }) command.Options.Add(option);
    }

    /// <summary>Path of the selftest document.</summary>
    public string Path(ParseResult line) => line.GetValue(_data) ?? System.IO.Path.Combine(RepositoryRoot.Find(), SpreadHistory.DefaultPath);

    /// <summary>Whether standard output is for programs, so that progress goes to standard error.</summary>
    public bool Json(ParseResult line) => line.GetValue(_json);

    /// <summary>Shows a document, or some tables of it.</summary>
    public void Show(ParseResult line, SelftestDocument document, IEnumerable<SelftestTable> tables)
    {
        var output = line.InvocationConfiguration.Output;
        output.Write(Json(line) ? SelftestFile.Format(document) : SelftestText.Format(tables));
        if (line.GetValue(_document)) WriteDocument(Json(line) ? line.InvocationConfiguration.Error : output, document);
    }

    private static void WriteDocument(TextWriter told, SelftestDocument document)
    {
        var folder = Directory.CreateDirectory(System.IO.Path.Combine(RepositoryRoot.Find(), DocumentFolder)).FullName;
        var file = System.IO.Path.Combine(folder, SelftestMarkdown.FileName(document));
        AtomicFile.Write(file, Encoding.UTF8.GetBytes(SelftestMarkdown.Format(document)));
        told.WriteLine($"Document: {System.IO.Path.GetRelativePath(Environment.CurrentDirectory, file)}");
    }
}
