using System.Text;
using PerfMatrix.Configuration;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Configuration;

public sealed class YamlFileTests
{
    [Fact]
    public void Values_keep_their_order_and_know_their_place()
    {
        var map = YamlFile.Parse("a:\n  - x\n  - b: 12\n", "f.yml");

        var number = map.Required("a").AsList().Items[1].AsMap().Required("b");

        Assert.Equal(12, number.AsWholeNumber());
        Assert.Equal(new YamlPlace("f.yml", 3, 8, "a[1].b"), number.Place);
    }

    [Fact]
    public void An_alias_stands_for_the_value_of_its_anchor()
    {
        var map = YamlFile.Parse("a: &x { b: 1 }\nc: *x\n", "f.yml");

        Assert.Equal(1, map.Required("c").AsMap().Required("b").AsWholeNumber());
    }

    [Theory]
    [InlineData("a:", true)]
    [InlineData("a: ~", true)]
    [InlineData("a: null", true)]
    [InlineData("a: ''", false)]
    [InlineData("a: 'null'", false)]
    public void Nothing_is_told_from_empty_text(string yaml, bool isNothing) =>
    Assert.Equal(isNothing, YamlFile.Parse(yaml, "f.yml").Find("a") is null);

    [Fact]
    public void Every_error_names_file_line_column_and_key()
    {
        (string What, string Yaml, Action<YamlMap> Read)[] cases =
        [
            ("malformed YAML", "axes:\n  gc:\n    server: [a, b\n    datas: c\n", _ => { }),
            ("tab as indentation", "axes:\n\tgc: 1\n", _ => { }),
            ("empty file", "# nothing\n", _ => { }),
            ("root is a list", "- a\n", _ => { }),
            ("two documents", "a: 1\n---\nb: 2\n", _ => { }),
            ("unknown alias", "a: *b\n", _ => { }),
            ("duplicate key", "axes:\n  gc: 1\n  cores: 2\n  gc: 3\n", _ => { }),
            ("unknown key, one near", "measure:\n  ronuds: 3\n", map => map.Required("measure").AsMap().Allow("rounds", "slices")),
            ("unknown key, none near", "measure:\n  colour: red\n", map => map.Required("measure").AsMap().Allow("rounds", "slices")),
            ("missing key", "measure:\n  rounds: 3\n", map => map.Required("measure").AsMap().Required("slices")),
            ("key without a value", "measure:\n  rounds:\n", map => map.Required("measure").AsMap().Required("rounds")),
            ("not a number", "measure:\n  rounds: two\n", map => map.Required("measure").AsMap().Required("rounds").AsWholeNumber(1)),
            ("number too small", "measure:\n  rounds: 0\n", map => map.Required("measure").AsMap().Required("rounds").AsWholeNumber(1)),
            ("not a switch", "alone: yes\n", map => map.Required("alone").AsFlag()),
            ("not a date", "day: 10.11.2026\n", map => map.Required("day").AsDate()),
            ("not a length of time", "slice: 20\n", map => map.Required("slice").AsDuration()),
            ("a list where a mapping belongs", "axes: [1]\n", map => map.Required("axes").AsMap()),
            ("a text where a list belongs", "cores: 1\n", map => map.Required("cores").AsList()),
            ("a mapping inside a list of texts", "cores: [1, { a: b }]\n", map => map.Required("cores").AsTexts()),
        ];
        var text = new StringBuilder();
        foreach (var (what, yaml, read) in cases)
        {
            var error = Record.Exception(() => { read(YamlFile.Parse(yaml, "crank/f.yml")); });
            Assert.True(error is UsageException, $"{what}: {error}");
            text.Append($"{what}\n  {error.Message}\n");
        }

        Approval.Verify(text.ToString(), "errors");
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_named()
    {
        var error = Assert.Throws<UsageException>(() => YamlFile.Read("/nowhere/crank/matrix.yml", "/nowhere"));

        Assert.StartsWith("crank/matrix.yml: cannot be read: ", error.Message);
    }

    [Fact]
    public void Whatever_a_slip_of_the_pen_makes_of_a_file_it_reads_or_is_reported()
    {
        const string Slips = ":-[]{}\"'#&*!|>%@,?\t\n a0";
        var text = File.ReadAllText(Checkout.File("crank/matrix.yml"));
        for (var seed = 0; seed < 400; seed++)
        {
            var random = new Random(seed);
            var at = random.Next(text.Length);
            var slip = text[..at] + Slips[random.Next(Slips.Length)] + text[Math.Min(at + random.Next(3), text.Length)..];

            var error = Record.Exception(() => MatrixFile.Read(YamlFile.Parse(slip, "matrix.yml"), new(2026, 12, 1)));

            Assert.True(error is null or UsageException, $"seed {seed}: {error}");
        }
    }
}
