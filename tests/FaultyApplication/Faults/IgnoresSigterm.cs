using System.Runtime.InteropServices;

namespace FaultyApplication.Faults;

internal sealed class IgnoresSigterm : Fault
{
    // The lifetime of the host would end the application on the signal, whoever else has cancelled it.
    public override void Configure(IServiceCollection services) => services.AddSingleton<IHostLifetime, Stubborn>();

    private sealed class Stubborn : IHostLifetime, IDisposable
    {
        private readonly PosixSignalRegistration _sigterm = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => signal.Cancel = true);

        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose() => _sigterm.Dispose();
    }
}
