using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>doctor</c>: what this machine can and cannot measure, and what to do about it.</summary>
internal static class DoctorCommand
{
    /// <param name="machine">Gives the checks of this machine, in the order shown; called only when the command runs, as are the others.</param>
    public static Command Create(
        CommandContext context, Func<IReadOnlyList<DoctorCheck>> machine, Func<ProfileChoice, IReadOnlyList<DoctorCheck>> agents,
        Func<IReadOnlyList<DoctorCheck>> gitHub)
    {
        var json = new Option<bool>("--json") { Description = "Print JSON instead of the table." };
        var profile =
            new Option<string?>("--profile") { Description = "Check the agents of this profile of crank/profiles.yml instead of this machine." };
        var variable = CrankVariables.Option();
        var settings = new Option<bool>("--github").Help(
            "Check the settings of the GitHub repository that the workflows need, instead of this machine.");
        var command = new Command(
            "doctor", "Shows what this machine can and cannot measure, and what to do about it.") { json, profile, variable, settings };
        command.Exclude(settings, profile, "the repository is checked or the agents of a profile, so give one of them");
        command.SetAction(async (parsed, cancellation) =>
        {
            if (parsed.GetValue(variable) is { Length: > 0 } && parsed.GetValue(profile) is null)
                throw new UsageException(
                    "--variable: found no --profile; variables say where the agents of a profile are, so give --profile as well, or leave "
                        + "--variable out");
            var isGitHub = parsed.GetValue(settings);
            var checks = isGitHub ? gitHub()
                : parsed.GetValue(profile) is { } name ? agents(new(name) { Variables = CrankVariables.Of(parsed.GetValue(variable) ?? []) })
                : machine();
            var findings = await FindAsync(checks, cancellation);
            if (parsed.GetValue(json)) parsed.InvocationConfiguration.Output.WriteLine(JsonSerializer.Serialize(findings, DocumentJson.Indented));
            else Show(context.Console, findings, isGitHub ? OfRepository(findings) : Summary(findings));
            return findings.Any(finding => finding.Health == Health.Impossible) ? CommandLine.Incomplete : CommandLine.Good;
        });
        return command;
    }

    private static async Task<IReadOnlyList<Finding>> FindAsync(IReadOnlyList<DoctorCheck> checks, CancellationToken cancellation)
    {
        var findings = new List<Finding>();
        foreach (var check in checks) findings.AddRange(await check(cancellation));
        return findings;
    }

    private static void Show(IAnsiConsole console, IReadOnlyList<Finding> findings, string summary)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumns("", "What", "Found", "What to do");
        foreach (var finding in findings)
        {
            var (word, color) = Shown(finding.Health);
            table.AddRow(
                new Markup(word, new Style(color)),
                new Markup(Markup.Escape(finding.What)),
                new Markup(Markup.Escape(finding.Found)),
                new Markup(Markup.Escape(finding.Advice ?? "")));
        }

        console.Write(table);
        console.WriteLine(summary);
    }

    private static string Summary(IReadOnlyList<Finding> findings) =>
        findings.Any(finding => finding.Health == Health.Impossible) ? "This machine cannot measure until the lines marked 'no' are fixed."
        : findings.Any(finding => finding.Health == Health.Limited) ? "This machine can measure, with the limits above."
        : "This machine can measure everything.";

    private static string OfRepository(IReadOnlyList<Finding> findings) => findings.All(finding => finding.Health == Health.Good)
        ? "The workflows publish to the trend site."
        : "The workflows measure and judge pull requests; for the trend site, do what the lines above say.";

    private static (string Word, Color Color) Shown(Health health) => health switch
    {
        Health.Good => ("ok", Color.Green),
        Health.Limited => ("limited", Color.Yellow),
        _ => ("no", Color.Red),
    };
}
