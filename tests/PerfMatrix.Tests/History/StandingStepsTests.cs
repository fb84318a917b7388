using System.Globalization;
using System.Text.Json;
using PerfMatrix.History;
using PerfMatrix.Tests.GitHub.Alerts;

namespace PerfMatrix.Tests.History;

public sealed class StandingStepsTests
{
    /// <summary>Alerts and site have the rule each, and the same changes: <c>tests/Site/unit/standing-steps.test.ts</c>.</summary>
    [Fact]
    public void A_step_stands_in_a_series_while_later_ones_have_always_left_something_of_it()
    {
        var cases = JsonSerializer.Deserialize<StandingCase[]>(
            File.ReadAllText(Checkout.File("tests", "Shared", "standing-steps.json")), DocumentJson.Compact)!;

        Assert.NotEmpty(cases);
        Assert.All(cases, each =>
        {
            var changes = each.Changes.Select((members, place) => Change(members, 10 * place)).ToList();
            var standing = changes.Select(change => string.Join(' ', StandingSteps.Of(change, changes).Select(member => member.Cell)));
            Assert.Equal((each.What, string.Join(", ", each.Standing)), (each.What, string.Join(", ", standing)));
        });
    }

    /// <param name="members">E.g. <c>0:-5 1:4</c>: of cell 0 throughput fell by 5 %.</param>
    private static ChangeGroup Change(string members, int sequence) => AlertSamples.Change($"{sequence:x8}", sequence, members:
        [.. members.Split(' ').Select(member => member.Split(':')).Select(member => AlertSamples.Member(
            int.Parse(member[0], CultureInfo.InvariantCulture), double.Parse(member[1], CultureInfo.InvariantCulture), sequence))]);

    private sealed record StandingCase(string What, string[] Changes, string[] Standing);
}
