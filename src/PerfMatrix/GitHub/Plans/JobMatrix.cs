using System.Text.Json;
using System.Text.Json.Serialization;
using PerfMatrix.Gate;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>The value of <c>strategy.matrix</c> as one line of JSON. An empty one is an error on GitHub, so a job is skipped by another output.</summary>
public static class JobMatrix
{
    private static readonly JsonSerializerOptions s_json = new(DocumentJson.Compact)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    /// <summary>One job a group of blocks.</summary>
    public static string OfGroups(IEnumerable<PlannedGroup> groups) => Format(groups.Select(group => MatrixEntry.Of(group.Group, group.Slug, group.Minutes, group.MostMinutes) with
    {
        Blocks = string.Join(',', group.Blocks.Select(block => block.Id)),
    }));

    /// <summary>One job a group of suspects and machine.</summary>
    public static string OfSuspects(SuspectsDocument suspects, JobPlan plan) => Format(
        from part in ConfirmGroups.Pack(suspects, plan)
        from machine in Enumerable.Range(1, suspects.Machines)
        select MatrixEntry.Of(part.Group, part.SlugOf(machine), part.Minutes, part.Minutes) with { Cells = string.Join(',', part.Cells), Machine = machine });

    private static string Format(IEnumerable<MatrixEntry> entries) => JsonSerializer.Serialize(new MatrixValue(entries), s_json);
}

/// <summary>The whole value.</summary>
internal sealed record MatrixValue(IEnumerable<MatrixEntry> Include);

/// <summary>One job: its number, its name in artifacts, the minutes that measuring takes, the limits of the step that measures and of the job, and what it measures.</summary>
internal sealed record MatrixEntry(int Group, string Slug, int Minutes, int Measuring, int Timeout)
{
    public static MatrixEntry Of(int group, string slug, double minutes, double mostMinutes)
    {
        var times = JobTimes.Of(mostMinutes);
        return new(group, slug, (int)Math.Ceiling(minutes), times.Measuring, times.Job);
    }

    public string? Blocks { get; init; }

    public string? Cells { get; init; }

    public int? Machine { get; init; }
}
