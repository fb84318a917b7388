using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

public sealed class DotnetTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(null, false)]
    [InlineData("""{ "sdk": { "version": "10.0.100" } }""", false)]
    [InlineData("""{ /* comment */ "sdk": { "paths": ["$host$"] } }""", false)]
    [InlineData("""{ "sdk": { "paths": [".dotnet", "$host$"] } }""", true)]
    [InlineData("""{ "s\u0064k": { "p\u0061ths": ["x"] } }""", true)]
    [InlineData("""{ "sdk": { "paths": ["x"] }, "sdk": { "version": "10.0.100" } }""", true)]
    [InlineData("""{ "sdk": { "paths": "x" } }""", true)] // What dotnet makes of it nobody promises.
    [InlineData("""{ "sdk": """, true)]
    public void What_names_places_of_SDKs_may_bring_one(string? globalJson, bool expected)
    {
        var below = Directory.CreateDirectory(_folder["below"]).FullName;
        _folder.Write("global.json", globalJson ?? "{}");
        var dotnet = new Dotnet(new InstantSdk(), new Dictionary<string, string>(), below);
        Assert.Equal(expected, dotnet.MayBringSdk);

        // Nothing above the folder counts where there is one in it.
        _folder.Write("below/global.json", "{}");
        Assert.False(dotnet.MayBringSdk);
    }
}
