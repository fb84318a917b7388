namespace PerfMatrix.Launcher.Application;

/// <param name="chooseAddress">Turns the address of the plan into one with a port (<see cref="ListenAddress.Choose"/>).</param>
internal sealed class ApplicationStarter(string token, Func<Uri, Uri> chooseAddress)
{
    public DevelopmentCertificate? Certificate { get; init; }

    /// <summary>Starts it, pinned to its CPUs, scheduled and limited as the plan says.</summary>
    /// <exception cref="LaunchException">It could not be started.</exception>
    public RunningApplication Start(LaunchPlan plan)
    {
        var address = chooseAddress(plan.Application);
        ControlGroup? group = null;
        try
        {
            group = plan.Limits.Any ? ControlGroups.Make(plan.Limits) : null;
            var start = StartInfo(plan, address);
            var user = BecomeAnother(start);
            group?.Enter(start);
            var scheduling = PriorityScheduling.Resolve(plan.Scheduling);
            if (scheduling == Scheduling.Priority) PriorityScheduling.RaiseSession();
            return CpuPinning.Run(plan.Cpus, () => scheduling == Scheduling.Priority ? PriorityScheduling.Run(Begin) : Begin());

            RunningApplication Begin()
            {
                var startedAt = Stopwatch.GetTimestamp();
                return new RunningApplication(Process.Start(start)!, address, startedAt, scheduling)
                {
                    Certificate = Certificate?.Hash,
                    Group = group,
                    User = user,
                };
            }
        }
        catch (Exception exception) when (exception is Win32Exception or PlatformNotSupportedException)
        {
            group?.Dispose();
            throw new LaunchException(LaunchFailureKind.NotStarted, $"{plan.Executable} could not be started: {exception.Message}.");
        }
    }

    private ApplicationUser? BecomeAnother(ProcessStartInfo start)
    {
        if (ApplicationUser.OfEnvironment() is not { } user) return null;
        user.Become(start);
        start.Environment["HOME"] = Path.GetTempPath(); // ours is not its own
        if (Certificate is not null) user.Admit(Certificate.Folder);
        return user;
    }

    private ProcessStartInfo StartInfo(LaunchPlan plan, Uri address)
    {
        var start = SystemProcessRunner.Redirected(
            plan.Executable, plan.Arguments.Select(argument => argument.Replace("{url}", address.GetLeftPart(UriPartial.Authority))),
            Path.GetDirectoryName(plan.Executable));
        var environment = ChildEnvironment.Compose([.. start.Environment], plan, address, token);
        start.Environment.Clear();
        foreach (var (name, value) in Certificate?.Environment ?? []) environment[name] = value;
        foreach (var (name, value) in environment) start.Environment[name] = value;
        return start;
    }
}

/// <summary>The environment of the application: the inherited one without what changes how .NET runs, and what the variant asks for.</summary>
internal static class ChildEnvironment
{
    // Tokens of a workflow job, and the files by which a step tells its outputs: nothing that the measured code should be handed.
    private static readonly string[] s_workflow = ["GITHUB_", "ACTIONS_", "RUNNER_", "FEED_TOKEN"];

    public static Dictionary<string, string?> Compose(
        IEnumerable<KeyValuePair<string, string?>> inherited, LaunchPlan plan, Uri address, string token)
    {
        var environment = inherited.Where(variable => !InheritedEnvironment.IsLeak(variable.Key) && !IsOfWorkflow(variable.Key)
            && variable.Key is not (PlanVariable.Launch or PlanVariable.Block)).ToDictionary();
        environment["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority);
        environment[ProbeRoutes.TokenVariable] = ApplicationToken.Of(token);
        foreach (var (name, value) in plan.Environment) environment[name] = value;
        return environment;
    }

    private static bool IsOfWorkflow(string name) => Array.Exists(s_workflow, prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}

/// <summary>Where an application is told to listen. It cannot tell us which port it got, so the launcher chooses.</summary>
internal static class ListenAddress
{
    /// <summary>The address with a port: its own, or for port 0 one that is free now. Another process may take it first.</summary>
    /// <exception cref="LaunchException">The port of the address is taken.</exception>
    public static Uri Choose(Uri address) => Errors.Or(() =>
    {
        using var bound = new Socket(EndPoint(address).AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        bound.Bind(EndPoint(address));
        bound.Listen();
        return new UriBuilder(address) { Port = ((IPEndPoint)bound.LocalEndPoint!).Port }.Uri;
    }, (SocketException exception) => throw new LaunchException(LaunchFailureKind.NotStarted,
        $"The application cannot listen on {address.GetLeftPart(UriPartial.Authority)}: {exception.Message}. End the process "
            + $"that holds the port, or use port 0 to have a free one chosen."));

    /// <summary>The end point that a process on this machine connects to.</summary>
    public static IPEndPoint Reachable(Uri address)
    {
        var (host, port) = (EndPoint(address).Address, address.Port);
        if (host.Equals(IPAddress.Any)) return new IPEndPoint(IPAddress.Loopback, port);
        return new IPEndPoint(host.Equals(IPAddress.IPv6Any) ? IPAddress.IPv6Loopback : host, port);
    }

    private static IPEndPoint EndPoint(Uri address) => new(
        address.HostNameType == UriHostNameType.Dns ? Dns.GetHostAddresses(address.Host, AddressFamily.InterNetwork)[0]
            : IPAddress.Parse(address.Host),
        address.Port);
}

/// <summary>The application could not be started, or has died.</summary>
internal sealed class LaunchException(LaunchFailure failure, bool isAddressInUse = false) : Exception(failure.Message)
{
    public LaunchException(LaunchFailureKind kind, string message) : this(new LaunchFailure { Kind = kind, Message = message })
    {
    }

    public LaunchFailure Failure { get; } = failure;

    /// <summary>Whether the application ended because its address is taken, so that another port may help.</summary>
    public bool IsAddressInUse { get; } = isAddressInUse && failure.Kind == LaunchFailureKind.ExitedBeforeReady;
}
