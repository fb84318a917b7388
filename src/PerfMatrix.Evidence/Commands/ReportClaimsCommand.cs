using PerfMatrix.Evidence.Articles;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>report claims</c>: what all articles claim, with a verdict each, in docs/evidence.md.</summary>
internal static class ReportClaimsCommand
{
    public static Command Create(CommandContext context)
    {
        var command = new Command(
            "claims", $"Writes what the articles claim, and what became of it in the reports of {ClaimTable.Reports}, to {ClaimTable.Document}.");
        command.SetAction(line =>
        {
            var path = Path.Combine(context.Root(), ClaimTable.Document);
            if (!File.Exists(path)) throw new UsageException($"{ClaimTable.Document}: no such file; run this in a checkout of perfmatrix");
            var text = File.ReadAllText(path);
            var updated = ClaimTable.Update(text, context.Root());
            if (updated != text) AtomicFile.Write(path, Encoding.UTF8.GetBytes(updated));
            line.InvocationConfiguration.Output.WriteLine($"{ClaimTable.Document}: {(updated == text ? "up to date" : "written")}");
            return CommandLine.Good;
        });
        return command;
    }
}
