using System.ComponentModel;
using System.Text.Json;
using PerfMatrix.Launcher;

try
{
    var plan = await PlanFile.ReadAsync(args);
    var token = ControlToken.FromEnvironment();
    using var certificate = DevelopmentCertificate.For(plan.Application, TimeProvider.System);
    var starter = new ApplicationStarter(token.Value, SystemCpuPinning.Create(), ListenAddress.Choose) { Certificate = certificate };
    await using var application = new ApplicationUnderTest(plan, starter, SystemProcessReader.Create(), TimeProvider.System);
    await using var api = ControlApi.Create(plan, token, application);
    return await Lifetime.RunAsync(plan, api, application);
}
catch (Exception exception) when (exception is FormatException or JsonException or IOException or UnauthorizedAccessException or Win32Exception)
{
    await Console.Error.WriteLineAsync($"PerfMatrix.Launcher: {exception.Message}");
    return 2;
}
