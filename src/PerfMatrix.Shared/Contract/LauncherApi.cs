namespace PerfMatrix.Contract;

/// <summary>The control API of a launcher. Every request carries the block's token in <see cref="ProbeRoutes.TokenHeader"/>; without it the answer is 401.</summary>
public static class LauncherApi
{
    /// <summary>POST: starts the application fresh (stopping one that runs); answers a <see cref="StartAnswer"/>, or status 502 with a <see cref="LaunchFailure"/>.</summary>
    public const string Start = "/start";

    /// <summary>GET: answers a <see cref="ProcessReading"/> of the running application, or status 502 with a <see cref="LaunchFailure"/> when it has died.</summary>
    public const string Reading = "/reading";

    /// <summary>POST: stops the application with SIGTERM; answers a <see cref="StopAnswer"/>, or status 502 with a <see cref="LaunchFailure"/> when it had died before.</summary>
    public const string Stop = "/stop";

    /// <summary>POST: stops the application if it runs, then ends the launcher.</summary>
    public const string Exit = "/exit";

    /// <summary>First argument of a launcher that serves until the program named by the others has ended; its plans are in <see cref="PlanVariable.Launch"/>.</summary>
    public const string Until = "until";

    /// <summary>Start of the line on standard output that says the control API answers; the address follows after one space, several with a space between when the launcher has several plans.</summary>
    public const string ReadyLine = "PerfMatrix.Launcher ready at";

    /// <summary>Start of the line on standard error that makes crank's agent track the application instead of the launcher; the process id follows.</summary>
    public const string ChildProcessLine = "##ChildProcessId:";
}
