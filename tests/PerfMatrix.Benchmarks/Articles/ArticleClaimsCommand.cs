using System.CommandLine;
using PerfMatrix.Commands;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary><c>articles claims</c>: the reports of committed runs, and what all articles claim, with a verdict each, in docs/articles.md.</summary>
internal static class ArticleClaimsCommand
{
    public static Command Create()
    {
        var command = new Command(
            "claims", $"Writes the reports of the runs in {StoredRuns.Folder}, and what became of the articles' claims to {ClaimTable.Document}.");
        command.SetAction(line =>
        {
            var root = BuiltCheckout.Root;
            foreach (var (path, report) in StoredRuns.Reports(root))
            {
                Write($"{path}.md", MarkdownDocument.Format(report));
                Write($"{path}.json", JsonSerializer.Serialize(report, DocumentJson.Compact));
            }

            Write(ClaimTable.Document, ClaimTable.Update(File.ReadAllText(Path.Combine(root, ClaimTable.Document)), root));
            return CommandLine.Good;

            void Write(string path, string text)
            {
                var file = Path.Combine(root, path);
                var isUpToDate = File.Exists(file) && File.ReadAllText(file) == text;
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                if (!isUpToDate) AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
                line.InvocationConfiguration.Output.WriteLine($"{path}: {(isUpToDate ? "up to date" : "written")}");
            }
        });
        return command;
    }
}
