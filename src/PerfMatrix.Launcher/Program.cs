using PerfMatrix.Launcher;
using PerfMatrix.Launcher.Publishing;

try
{
    if (args is [Survey.Command, var file]) return Survey.Write(file);
    var (guest, rest) = Guest.Parse(args);
    var read = PlanFile.Read(rest);
    var token = ControlApi.TokenOfEnvironment();
    var plans = await PublishStep.RunAsync(read);
    var launchers = plans.Select(plan => VariantLauncher.Create(plan, token)).ToList();
    try
    {
        return await new Lifetime(launchers, guest).RunAsync();
    }
    finally
    {
        foreach (var launcher in launchers) await launcher.DisposeAsync();
    }
}
catch (Exception exception) when (exception is FormatException or JsonException or IOException or UnauthorizedAccessException or Win32Exception
    or PublishException)
{
    await Console.Error.WriteLineAsync($"PerfMatrix.Launcher: {exception.Message}");
    return 2;
}
