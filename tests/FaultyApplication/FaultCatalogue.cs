using System.Globalization;
using FaultyApplication.Faults;

namespace FaultyApplication;

/// <summary>All faults by name.</summary>
internal static class FaultCatalogue
{
    /// <summary>Reads <c>name</c> or <c>name:number</c>.</summary>
    public static Fault Parse(string? text)
    {
        var parts = (text ?? "none").Split(':');
        return parts[0] switch
        {
            "none" => new Fault(),
            "exit-at-once" => new ExitAtOnce(),
            "never-ready" => new NeverReady(),
            "error-500" => new Error500(),
            "dies-after" => new DiesAfter(Number()),
            "eats-memory-after" => new EatsMemoryAfter(Number()),
            "wrong-length-after" => new WrongLengthAfter(Number()),
            "slow" => new Slow(TimeSpan.FromMilliseconds(Number())),
            "stalls" => new Stalls(Number()),
            "starves" => new Starves(),
            "ignores-sigterm" => new IgnoresSigterm(),
            "chunked" => new Chunked(),
            "huge-lines" => new HugeLines(),
            "close-connection" => new CloseConnection(),
            "echo" => new Echo(),
            "has-child" => new HasChild(),
            "writes-beside" => new WritesBeside(),
            "works-behind" => new WorksBehind(TimeSpan.FromMilliseconds(Number())),
            "bad-probe" => new BadProbe(),
            "not-found" => new NotFound(),
            "not-found-for" => new NotFound(TimeSpan.FromMilliseconds(Number())),
            _ => throw new ArgumentException($"FAULT={text}: no such fault; the list is at the top of Program.cs."),
        };

        int Number() => int.Parse(parts[1], CultureInfo.InvariantCulture);
    }
}
