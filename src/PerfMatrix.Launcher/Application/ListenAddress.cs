using System.Net;
using System.Net.Sockets;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>Where an application is told to listen. It cannot tell us which port it got, so the launcher chooses.</summary>
internal static class ListenAddress
{
    /// <summary>
    /// The address with a port: its own, or for port 0 one that is free now. Another process may take it before the application does,
    /// so the caller tries again then.
    /// </summary>
    /// <exception cref="LaunchException">The port of the address is taken.</exception>
    public static Uri Choose(Uri address)
    {
        try
        {
            using var bound = new Socket(EndPoint(address).AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            bound.Bind(EndPoint(address));
            bound.Listen();
            return new UriBuilder(address) { Port = ((IPEndPoint)bound.LocalEndPoint!).Port }.Uri;
        }
        catch (SocketException exception)
        {
            throw new LaunchException(new LaunchFailure
            {
                Kind = LaunchFailureKind.NotStarted,
                Message = $"The application cannot listen on {address.GetLeftPart(UriPartial.Authority)}: {exception.Message}. End the process that holds the port, or use port 0 to have a free one chosen.",
            });
        }
    }

    /// <summary>The end point that a process on this machine connects to.</summary>
    public static IPEndPoint Reachable(Uri address)
    {
        var (host, port) = (EndPoint(address).Address, address.Port);
        if (host.Equals(IPAddress.Any))
            return new IPEndPoint(IPAddress.Loopback, port);
        return new IPEndPoint(host.Equals(IPAddress.IPv6Any) ? IPAddress.IPv6Loopback : host, port);
    }

    private static IPEndPoint EndPoint(Uri address) => new(
        address.HostNameType == UriHostNameType.Dns ? Dns.GetHostAddresses(address.Host, AddressFamily.InterNetwork)[0] : IPAddress.Parse(address.Host),
        address.Port);
}
