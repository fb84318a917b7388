using System.Net;
using System.Text.Json;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>
/// A shell script in place of crank's controller, which leaves the files that a test gives it, as the real one was seen to do in these cases.
/// The launcher and the load job are not started.
/// </summary>
internal sealed class ScriptedController : IDisposable
{
    /// <summary>A result with the statistics of <see cref="Round"/>, twice.</summary>
    public const string GoodResult =
        """{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"perfmatrix/rounds":2,"perfmatrix/requests":20,"perfmatrix/errors":0,"perfmatrix/failures":0}}}}}""";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-controller-");

    public ScriptedController()
    {
        Directory.CreateDirectory(In("launcher"));
        Directory.CreateDirectory(In("load"));
        Directory.CreateDirectory(In("app"));
        Script("exit 0");
    }

    public CrankDriver? Driver { get; private set; }

    public string Work => In("work");
    public Action<BlockProgress> OnProgress { get; set; } = _ => { };

    /// <summary>The rounds of the last block, those before it failed as well.</summary>
    public List<RoundObservation> Rounds { get; } = [];

    public string Kept(string name) => In(name);

    /// <summary>What the controller does; <c>$json</c> is where the result goes, <c>$rounds</c> the folder for the rounds, <c>$config</c> the
    /// configuration.</summary>
    public ScriptedController Script(string body)
    {
        Program("crank", $"config=$2; json=$8; rounds=$(dirname $json)/rounds; kept={_folder.FullName}\nmkdir -p $rounds\n{body}");
        return this;
    }

    /// <summary>What an agent does that is started; an endpoint of the test answers in its place.</summary>
    public ScriptedController Agent(string body)
    {
        Program("agent", body);
        return this;
    }

    /// <summary>Keeps a file for the script, in <c>$kept</c>.</summary>
    public ScriptedController With(string name, string content)
    {
        File.WriteAllText(In(name), content);
        return this;
    }

    public ScriptedController Good() => With("result.json", GoodResult).With("round-1.json", Round(1)).With("round-2.json", Round(2))
        .Script("cp $kept/result.json $json; cp $kept/round-1.json $rounds/round-001.json; cp $kept/round-2.json $rounds/round-002.json");

    /// <summary>A round of 10 requests as the load job writes it.</summary>
    public static string Round(int round, string block = "b") => JsonSerializer.Serialize(
        new RoundObservation
        {
            Block = block,
            Round = round,
            StartedAt = DateTimeOffset.UnixEpoch,
            FinishedAt = DateTimeOffset.UnixEpoch,
            Variants = [new VariantObservation { Variant = "v", Requests = 10 }],
            Slices = [new SliceObservation(0, 0, TimeSpan.FromMilliseconds(20), 10)],
            Times = new RoundTimes(),
        },
        ContractJson.Default.RoundObservation);

    public async Task<List<RoundObservation>> MeasureAsync(string profile, params Uri[] agents)
    {
        await using (Driver = Create(profile, agents))
            return await RealCrank.MeasureAsync(Driver, Deployment(), OnProgress, Rounds);
    }

    /// <summary>Looks at the agents; the survey of each brings back what was kept as <c>machine.json</c>.</summary>
    public async Task<List<AgentReport>> ExamineAsync(string profile, params Uri[] agents)
    {
        await using (Driver = Create(profile, agents))
            return await Driver.ExamineAsync(TestContext.Current.CancellationToken).ToListAsync(TestContext.Current.CancellationToken);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private CrankDriver Create(string profile, Uri[] agents)
    {
        var lanes = agents.Select(agent => new CrankLane(agent, agent, "127.0.0.1", IPAddress.Loopback, 0)).ToList();
        var own = RealCrank.OnlyHere(new LocalPrograms(In("launcher/PerfMatrix.Launcher"), In("load/PerfMatrix.Load")));
        return new CrankDriver(new CrankPrograms(_folder.FullName, Variable), own, new CrankSite(Work, In("cache")),
            new CrankProfile(profile, lanes, new Dictionary<string, string>()))
        {
            ExpectedVersion = "1.0.0+e5f71f4",
        };
    }

    private string? Variable(string name) => name switch
    {
        CrankPrograms.ControllerVariable => In("crank"),
        CrankPrograms.AgentVariable => In("agent"),
        _ => null,
    };

    private BlockDeployment Deployment()
    {
        var variant = new Variant(new Cell("s", "net10.0", "workstation", 1));
        var measure = MeasureSamples.Shortest with { Rounds = 2 };
        var application = new Application(In("app"), "app", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
        return new BlockDeployment(new Block("b", "s", 1, [variant]), [application], new LoadSettings(), measure, [], [], Seed: 1);
    }

    private void Program(string name, string body) => ProgramFile.Write(In(name), $"#!/bin/sh\n{body}\n");

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
