using System.Text.RegularExpressions;

namespace PerfMatrix.Shared.Os;

/// <summary>The priority of a session ("autogroup", sched(7)). It is the user's whole session, with all that runs in it, so it goes back to what it
/// was: perhaps the user has lowered it. Of several processes that raise it, the one that found it as it was puts it back.</summary>
/// <param name="file">The file of the kernel, which reads <c>/autogroup-42 nice 0</c>.</param>
internal sealed partial class SessionPriority(string file)
{
    private readonly Lock _turn = new();
    private int? _before;
    private bool _isTried;

    /// <summary>Raises it, once; false when there is nothing to put back.</summary>
    public bool Raise(int nice)
    {
        lock (_turn)
        {
            if (_isTried) return false;
            _isTried = true;
            if (Read() is not { } before || before == nice || !Write(nice)) return false;
            _before = before;
            return true;
        }
    }

    public void Restore()
    {
        if (_before is { } before) Write(before);
    }

    private int? Read()
    {
        try
        {
            return Text().Match(File.ReadAllText(file)) is { Success: true } found
                ? int.Parse(found.Groups["nice"].ValueSpan, CultureInfo.InvariantCulture) : null;
        }
        catch (Exception problem) when (FileErrors.Is(problem))
        {
            return null; // no autogroups in this kernel
        }
    }

    // False where somebody else has just changed it: the nice values of the threads remain.
    private bool Write(int nice) => FileErrors.Or(() =>
    {
        File.WriteAllText(file, nice.ToString(CultureInfo.InvariantCulture));
        return true;
    }, false);

    [GeneratedRegex(@" nice (?<nice>-?[0-9]+)\s*\z", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Text();
}
