using PerfMatrix.Drivers.Local;

namespace PerfMatrix.Drivers.Crank;

/// <summary>Our two programs, for this machine and for others.</summary>
/// <param name="Here">As built, with the .NET that is installed here.</param>
/// <param name="Elsewhere">Publishes them with a .NET of their own, because another machine may have none; called when the first is needed.</param>
public sealed record OwnPrograms(LocalPrograms Here, Func<CancellationToken, Task<LocalPrograms>> Elsewhere)
{
    /// <summary>For profiles on this machine only.</summary>
    public static OwnPrograms OnlyHere(LocalPrograms here) => new(here, _ => Task.FromResult(here));
}
