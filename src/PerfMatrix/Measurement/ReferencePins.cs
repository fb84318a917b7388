namespace PerfMatrix.Measurement;

/// <summary>Which commits are the references of a run: those of an option, else those of <c>crank/reference.yml</c>.</summary>
internal static class ReferencePins
{
    /// <summary>In the option: measure without, whatever the file says.</summary>
    public const string None = "none";

    /// <summary>The pins, the newest last.</summary>
    /// <param name="option">Value of <c>--reference</c>; null takes the file.</param>
    public static IReadOnlyList<ReferencePin> Of(string root, string? option) => option switch
    {
        null => ReferenceFile.Load(root),
        None => [],
        _ => [new ReferencePin(option, "--reference")],
    };

    /// <summary>The commit of a pin. One that is not there is an error and no warning: it costs a minute, before anything is measured, while a run
    /// without ratios costs hours and is noticed only by somebody who wonders why the trend finds nothing.</summary>
    public static async Task<string> CommitAsync(Revisions revisions, ReferencePin pin, CancellationToken cancellation)
    {
        try
        {
            return await revisions.CommitAsync(pin.Revision, cancellation);
        }
        catch (UsageException problem)
        {
            throw new UsageException(
                $"{pin.Position}: the reference of the trend: {problem.Message} Or measure without it: --reference {None}.", problem);
        }
    }
}
