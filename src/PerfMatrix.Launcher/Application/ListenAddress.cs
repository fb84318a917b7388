using System.Net;
using System.Net.Sockets;

namespace PerfMatrix.Launcher;

/// <summary>Finds a port for an application that cannot tell which one it got.</summary>
internal static class FreePort
{
    /// <summary>The address with a port: its own, or a free one for port 0. Another process may take it before the application does, so the caller tries again then.</summary>
    public static Uri Fill(Uri address)
    {
        if (address.Port != 0)
            return address;
        using var listener = new TcpListener(IPAddress.Parse(address.Host), 0);
        listener.Start();
        return new UriBuilder(address) { Port = ((IPEndPoint)listener.LocalEndpoint).Port }.Uri;
    }
}
