namespace PerfMatrix.Evidence.Demo;

internal sealed record DemoMoment(string Sha, MachineInfo Machine, int MachineIndex, double MachineLevel, IReadOnlyList<string> Versions, string Sdk,
    string Reference, string? OlderReference, bool IsRepinned);

/// <summary>What happens when in the generated history: changes of the code, patches, images, machines, a new reference.</summary>
internal sealed class DemoTimeline
{
    public const int Machines = 3;

    /// <summary>How much faster the second reference is, a log ratio.</summary>
    public const double NewReference = 0.03;

    /// <summary>Runs that lie before the first change, and between two.</summary>
    private const int Quiet = 60;

    private static readonly (string CpuModel, double Level)[] s_machines =
        [("generated EPYC 7763", 0), ("generated Xeon 8370C", -0.12), ("generated EPYC 9V74", 0.15)];

    private static readonly (double At, double Length, double Percent, string Metric, string Cells)[] s_changes =
    [
        (0.09, 0, -5, Metric.Throughput.Name, "hello-minimal/"),
        (0.16, 0, 5, Metric.Throughput.Name, "/net10.0/"),
        (0.23, 0, 5, Metric.LatencyP50.Name, "/datas/"),
        (0.30, 0, 5, Metric.PeakRss.Name, "hello-controllers/net9.0/server/2c"),
        (0.37, 0, 10, Metric.AllocatedPerRequest.Name, "values/"),
        (0.44, 0, -5, Metric.CpuPerRequest.Name, "hello-controllers/"),
        (0.58, 0, -5, Metric.Throughput.Name, "/net11.0/"),
        (0.65, 0.08, 6, Metric.PeakRss.Name, "datas-call/"),
        (0.80, 0, -5, Metric.Throughput.Name, "values/net10.0/workstation/4c"),
        (0.87, 0, 12, Metric.LatencyP99.Name, "hello-minimal-post/"),
        (0.94, 0, -5, Metric.Throughput.Name, "hello-controllers/"),
    ];

    private readonly DemoOptions _options;
    private readonly string[] _shas;
    private readonly int[] _machines;
    private readonly string[] _references;

    public DemoTimeline(DemoOptions options, Random random, DemoMatrix matrix)
    {
        _options = options;
        _references = [Sha(random), Sha(random)];
        _shas = new string[options.Runs];
        _machines = new int[options.Runs];
        for (var sequence = 0; sequence < options.Runs; sequence++)
        {
            // One run in ten repeats the commit before it, as a scheduled run without a push does; a change always has its own commit.
            _shas[sequence] = sequence > 0 && random.NextDouble() < 0.1 ? _shas[sequence - 1] : Sha(random);
            _machines[sequence] = Machine(random.NextDouble(), (double)sequence / options.Runs);
        }

        Changes = options.HasChanges ? [.. ChangesOf(options.Runs, matrix)] : [];
        foreach (var change in Changes) _shas[change.Sequence] = Sha(random);
    }

    public IReadOnlyList<DemoChange> Changes { get; }

    public DemoMoment At(int sequence)
    {
        var month = sequence / 45;
        var machine = _machines[sequence];
        var pinned = _options.Runs >= 4 * Quiet && sequence >= _options.Runs / 2;
        var isOverlap = pinned && sequence == _options.Runs / 2;
        var image = $"2024{1 + (month % 12):00}{1 + (sequence / 15 % 2 * 14):00}.{1 + (month / 12)}";
        return new(
            _shas[sequence],
            new MachineInfo
            {
                Fingerprint = HistoryJson.Hash(s_machines[machine].CpuModel),
                CpuModel = s_machines[machine].CpuModel,
                Cores = 4,
                Memory = new Bytes(16L << 30),
                Os = "Ubuntu 24.04 LTS",
                Kernel = $"6.8.0-{1000 + month}-azure",
                Driver = "local",
                RunnerImage = $"ubuntu24 {image}",
            },
            machine, s_machines[machine].Level, [$"8.0.{20 + month}", $"9.0.{10 + month}", $"10.0.{month}", $"11.0.{month}"],
            $"10.0.{100 + (month / 4)}", _references[pinned ? 1 : 0], isOverlap ? _references[0] : null, pinned);
    }

    /// <summary>The pool: two kinds at first; a third comes at 40 %, the second goes at 75 %.</summary>
    private static int Machine(double chance, double time) => (chance, time) switch
    {
        ( < 0.7, _) => 0,
        (_, < 0.4) => 1,
        ( < 0.85, < 0.75) => 1,
        _ => 2,
    };

    private static IEnumerable<DemoChange> ChangesOf(int runs, DemoMatrix matrix)
    {
        var quietUntil = Quiet;
        foreach (var (at, length, percent, metric, cells) in s_changes)
        {
            var sequence = (int)(at * runs);
            var until = sequence + (int)(length * runs);
            if (sequence < quietUntil || sequence > runs - 6 || !matrix.Cells.Any(cell => cell.Id.Contains(cells, StringComparison.Ordinal)))
                continue;
            quietUntil = until + Quiet;
            yield return new(sequence, until, percent, metric, cells);
        }
    }

    private static string Sha(Random random)
    {
        Span<byte> bytes = stackalloc byte[20];
        random.NextBytes(bytes);
        return Convert.ToHexStringLower(bytes);
    }
}
