using System.Net;
using PerfMatrix.Configuration;

namespace PerfMatrix.Drivers;

/// <summary>Reads where the agents of a profile are, from the two services of a scenario with the profile laid over them.</summary>
internal static class AgentReader
{
    private const string LauncherPort = "launcherPort";
    private const int DefaultLauncherPort = 5100;
    private const string Localhost = "localhost";

    public static ProfileAgents Read(ServiceJob application, ServiceJob load) => new(
        EndpointsOf(application),
        EndpointsOf(load),
        ServerAddressOf(application.Variables),
        ListenAddressOf(application.Variables),
        application.Variables.Find(LauncherPort)?.AsWholeNumber(minimum: 1) ?? DefaultLauncherPort);

    private static List<Uri> EndpointsOf(ServiceJob service)
    {
        var endpoints = service.Find("endpoints")?.AsList().Items.Select(EndpointOf).ToList();
        return endpoints is { Count: > 0 } ? endpoints : throw service.Job.Place.Error($"the profile gives the job '{service.Name}' no endpoints; its agents are unknown");
    }

    private static Uri EndpointOf(YamlValue value) =>
        Uri.TryCreate(value.AsText(), UriKind.Absolute, out var endpoint) && endpoint.Scheme is "http" or "https" && endpoint.Host.Length > 0
            ? endpoint
            : throw value.Expected("the address of an agent such as http://10.0.0.2:5010");

    // The launcher listens on IPv4, and localhost may be looked up as IPv6 first.
    private static string ServerAddressOf(YamlMap variables) =>
        variables.Find("serverAddress")?.AsText() is { } address && address != Localhost ? address : IPAddress.Loopback.ToString();

    private static IPAddress ListenAddressOf(YamlMap variables) => variables.Find("listenAddress") switch
    {
        null => IPAddress.Loopback,
        var value => value.AsText() switch
        {
            Localhost => IPAddress.Loopback,
            "*" or "+" => IPAddress.Any,
            var text => IPAddress.TryParse(text, out var address) ? address : throw value.Expected("localhost, * or an IP address"),
        },
    };
}
