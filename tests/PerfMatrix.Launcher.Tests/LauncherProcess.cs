using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests;

/// <summary>A real launcher with a plan of its own, and the requests a conductor makes.</summary>
internal sealed class LauncherProcess : IAsyncDisposable
{
    public const string Token = "00112233445566778899aabbccddeeff";

    private readonly TemporaryFolder _folder;
    private readonly HttpClient _http;

    private LauncherProcess(Process process, TemporaryFolder folder, Uri address)
    {
        (Process, _folder) = (process, folder);
        _http = new HttpClient { BaseAddress = address };
        _http.DefaultRequestHeaders.Add(ProbeRoutes.TokenHeader, Token);
    }

    public Process Process { get; }

    public Uri Address => _http.BaseAddress!;

    /// <summary>The executable that the build puts beside the tests.</summary>
    private static string Executable =>
        Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "PerfMatrix.Launcher.exe" : "PerfMatrix.Launcher");

    /// <summary>Starts a launcher whose application is FaultyApplication, and waits for its ready line.</summary>
    public static Task<LauncherProcess> StartAsync(string fault = "none", Func<LaunchPlan, LaunchPlan>? change = null, string? parent = null)
    {
        var folder = new TemporaryFolder();
        return ReadyAsync(folder, Start([.. parent?.Split(' ') ?? [], Executable, WritePlan(folder, change?.Invoke(Plan(fault)) ?? Plan(fault))]));
    }

    /// <summary>Starts a launcher that serves until a program has ended.</summary>
    public static Task<LauncherProcess> StartUntilAsync(params string[] guest) => StartUntilAsync(plan => plan, parent: null, guest);

    public static Task<LauncherProcess> StartUntilAsync(Func<LaunchPlan, LaunchPlan> change, string? parent, params string[] guest) =>
        ReadyAsync(new TemporaryFolder(), Start([parent, Executable, LauncherApi.Until, .. guest], plan: change(Plan("none"))));

    private static async Task<LauncherProcess> ReadyAsync(TemporaryFolder folder, Process process)
    {
        while (await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.StartsWith(LauncherApi.ReadyLine, StringComparison.Ordinal))
                return new LauncherProcess(process, folder, new Uri(line[(LauncherApi.ReadyLine.Length + 1)..]));
        }

        throw new InvalidOperationException(
            $"The launcher was not ready: {await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken)}");
    }

    /// <returns>Its exit code and standard error.</returns>
    public static Task<(int Code, string Error)> RunAsync(string? token, params string[] arguments) =>
        RunAsync(Start([Executable, .. arguments], token));

    public static Task<(int Code, string Error)> RunWithPlanAsync(params string[] arguments) =>
        RunAsync(Start([Executable, .. arguments], plan: Plan("none")));

    private static async Task<(int Code, string Error)> RunAsync(Process started)
    {
        using var process = started;
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, error);
    }

    public static LaunchPlan Plan(string fault) => new()
    {
        Variant = "test",
        Executable = BuiltProgram.Path("FaultyApplication"),
        Environment = new Dictionary<string, string> { ["FAULT"] = fault },
    };

    public Task<StartAnswer> StartApplicationAsync() => SendAsync(HttpMethod.Post, LauncherApi.Start, ContractJson.Default.StartAnswer);

    public Task<ProcessReading> ReadAsync() => SendAsync(HttpMethod.Get, LauncherApi.Reading, ContractJson.Default.ProcessReading);

    public Task<StopAnswer> StopApplicationAsync() => SendAsync(HttpMethod.Post, LauncherApi.Stop, ContractJson.Default.StopAnswer);

    public Task<LaunchFailure> FailAsync(HttpMethod method, string path) =>
        SendAsync(method, path, ContractJson.Default.LaunchFailure, HttpStatusCode.BadGateway);

    public async Task<HttpStatusCode> StatusAsync(HttpMethod method, string path, string? token = Token)
    {
        using var http = new HttpClient { BaseAddress = Address };
        using var request = new HttpRequestMessage(method, path);
        if (token is not null)
            request.Headers.Add(ProbeRoutes.TokenHeader, token);
        using var response = await http.SendAsync(request, TestContext.Current.CancellationToken);
        return response.StatusCode;
    }

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        Process.Kill(entireProcessTree: true);
        await Eventually.IsGoneAsync(Process.Id);
        Process.Dispose();
        _folder.Dispose();
    }

    private async Task<T> SendAsync<T>(HttpMethod method, string path, JsonTypeInfo<T> type, HttpStatusCode expected = HttpStatusCode.OK)
    {
        using var request = new HttpRequestMessage(method, path);
        using var response = await _http.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.True(response.StatusCode == expected,
            $"{response.StatusCode}: {await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)}");
        return (await response.Content.ReadFromJsonAsync(type, TestContext.Current.CancellationToken))!;
    }

    public static string WritePlan(TemporaryFolder folder, LaunchPlan plan) =>
        folder.Write("launch.json", JsonSerializer.Serialize([plan], ContractJson.Default.IReadOnlyListLaunchPlan));

    private static Process Start(IEnumerable<string?> command, string? token = Token, LaunchPlan? plan = null)
    {
        var parts = command.OfType<string>().ToList();
        var start = new ProcessStartInfo(parts[0], parts.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment[ProbeRoutes.TokenVariable] = token;
        if (plan is not null)
            start.Environment[PlanVariable.Launch] = PlanVariable.Encode([plan], ContractJson.Default.IReadOnlyListLaunchPlan);
        return Process.Start(start)!;
    }
}
