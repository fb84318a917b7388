using System.Text;
using System.Text.RegularExpressions;
using PerfMatrix.Configuration;
using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Gate;

public sealed class AcknowledgementFileTests
{
    private static readonly DateOnly Today = new(2026, 11, 21);

    [Fact]
    public void The_file_of_the_repository_and_its_example_are_accepted()
    {
        var text = File.ReadAllText(Checkout.File(AcknowledgementFile.Name));
        Assert.Empty(Read(text));
        var example = text.Replace("acknowledged: []", "", StringComparison.Ordinal).Split('\n')
            .Where(line => line.StartsWith("#   ", StringComparison.Ordinal)).Select(line => line[1..]);
        Assert.Equal("header validation, #123", Assert.Single(Rules("acknowledged:\n" + string.Join('\n', example)).Acknowledgements).Reason);
    }

    [Fact]
    public void Every_error_names_file_and_line()
    {
        (string What, string Entry)[] cases =
        [
            ("unknown key", "{ cell: a, metric: throughput, reason: b, expires: 2027-01-01, until: 2 }"),
            ("no reason", "{ cell: a, metric: throughput, expires: 2027-01-01 }"),
            ("empty reason", "{ cell: hello-minimal/*, metric: throughput, reason: ' ', expires: 2027-01-01 }"),
            ("unknown metric", "{ cell: a, metric: thruput, reason: b, expires: 2027-01-01 }"),
            ("not a date", "{ cell: a, metric: throughput, reason: b, expires: tomorrow }"),
            ("expired", "{ cell: hello-minimal/*, metric: throughput, reason: b, expires: 2026-11-20 }"),
            ("no such cell", "{ cell: hello-minimal/net5.0/*, metric: throughput, reason: b, expires: 2027-01-01 }"),
            ("a metric that never gates", "{ cell: hello-minimal/*, metric: endRss, reason: b, expires: 2027-01-01 }"),
        ];
        var text = new StringBuilder();
        foreach (var (what, entry) in cases)
            text.Append($"{what}\n  {Assert.Throws<UsageException>(() => Rules($"acknowledged:\n  - {entry}\n")).Message}\n");
        // The names as they are today would make every new metric a change of this text.
        Approval.Verify(Regex.Replace(text.ToString(), "metrics: throughput, [^)\\n]*", "metrics: (all)", RegexOptions.None, TimeSpan.FromSeconds(1)),
            "errors");
    }

    [Theory]
    [InlineData("hello-minimal/net10.0/server/2c")]
    [InlineData("*/net8.0/*")]
    [InlineData("hello-minimal/net10.0/server-heaps-4/16c")]
    [InlineData("hello-minimal/net10.0/server-heaps-1/16c")] // which only a part of a subset names
    [InlineData("hello-minimal/net10.0@10.0.12/*")]
    public void An_entry_may_be_about_any_cell_of_the_matrix_or_of_the_documents(string cell) =>
        Assert.Single(Rules($"acknowledged:\n  - {{ cell: '{cell}', metric: throughput, reason: b, expires: 2026-11-21 }}\n").Acknowledgements);

    /// <summary>Such an entry is about what is merged already; whatever becomes of it, it fails no pull request.</summary>
    [Fact]
    public void An_entry_about_a_step_of_the_trend_means_nothing_to_the_gate()
    {
        const string Expired = "acknowledged:\n  - { change: 3f2a9c1d, reason: 'b, #12', expires: 2026-11-20 }\n";

        Assert.Empty(Rules(Expired).Acknowledgements);
        Assert.Equal([new AcknowledgedChange("3f2a9c1d", "b, #12", new(2026, 11, 20))],
            AcknowledgementFile.Changes(new(name => name == AcknowledgementFile.Name ? Expired : null)));
        Assert.Contains("unknown key 'cell'", Assert.Throws<UsageException>(() => AcknowledgementFile.Changes(new(name =>
            name != AcknowledgementFile.Name ? null : "acknowledged:\n  - { change: a, cell: b, reason: c, expires: 2026-11-20 }\n"))).Message,
                StringComparison.Ordinal);
    }

    private static IReadOnlyList<Acknowledgement> Read(string yaml) => AcknowledgementFile.Read(YamlFile.Parse(yaml, AcknowledgementFile.Name));

    private static GateRules Rules(string yaml)
    {
        using var root = new TemporaryFolder();
        Directory.CreateDirectory(root["crank"]);
        foreach (var file in new[] { "matrix.yml", "gate.yml" })
            File.Copy(Checkout.File($"crank/{file}"), root[$"crank/{file}"]);
        File.WriteAllText(root[AcknowledgementFile.Name], yaml);
        return GateRules.Load(root.Root, Today, [new("hello-minimal", "net10.0@10.0.12", "server", 2)]);
    }
}
