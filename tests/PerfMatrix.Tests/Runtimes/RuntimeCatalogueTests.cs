using PerfMatrix.Runtimes;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Runtimes;

public sealed class RuntimeCatalogueTests
{
    private readonly FakeFeed _feed = new("https://feed", "8.0.33", "10.0.9", "10.0.14", "10.0.12", "11.0.0-rc.1.2", "11.0.0-preview.7.1");
    private readonly FakeFeed _installed = new("/packages", "9.0.20", "10.0.12");

    [Theory]
    [InlineData("net8.0", "8.0.33")]
    [InlineData("net10.0", "10.0.14")]
    public async Task A_framework_is_its_newest_patch_by_number_not_by_text(string framework, string patch) =>
        Assert.Equal(patch, (await ResolveAsync(framework)).Patch);

    [Fact]
    public async Task A_framework_without_a_release_is_its_newest_preview() =>
        Assert.Equal("11.0.0-rc.1.2", (await ResolveAsync("net11.0", sdk: "11.0.100-rc.1.25451.107")).Patch);

    [Fact]
    public async Task An_exact_patch_is_taken_as_it_is() => Assert.Equal("10.0.12", (await ResolveAsync("net10.0", "10.0.12")).Patch);

    [Fact]
    public async Task A_missing_patch_is_unavailable_and_names_what_the_feed_has()
    {
        var resolution = await ResolveAsync("net10.0", "10.0.13");

        Assert.Null(resolution.Patch);
        Assert.Equal(
            "no package source has 10.0.13 of Microsoft.NETCore.App.Runtime.linux-x64 and Microsoft.AspNetCore.App.Runtime.linux-x64: "
            + "https://feed has 10.0.9, 10.0.12, 10.0.14",
            resolution.Reason);
    }

    [Fact]
    public async Task A_framework_the_feed_does_not_know_is_unavailable() =>
        Assert.EndsWith("https://feed has none of 7.0", (await ResolveAsync("net7.0")).Reason);

    [Fact]
    public async Task Both_packs_are_needed()
    {
        var half = new FakeFeed("https://half", "10.0.12") { Without = "AspNetCore" };

        var resolution = await Catalogue([half]).ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None);

        Assert.Equal("no package source has 10.0 of Microsoft.AspNetCore.App.Runtime.linux-x64: https://half has none of 10.0", resolution.Reason);
    }

    [Fact]
    public async Task The_packs_may_come_from_different_feeds()
    {
        var core = new FakeFeed("https://core", "10.0.12", "10.0.14") { Without = "AspNetCore" };
        var web = new FakeFeed("https://web", "10.0.11", "10.0.12") { Without = "NETCore.App.Runtime" };
        Assert.Equal("10.0.12", (await Catalogue([core, web]).ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None)).Patch);
    }

    [Fact]
    public async Task An_unreachable_feed_leaves_the_packs_on_this_machine()
    {
        _feed.Failure = "https://feed answered 503 Service Unavailable";

        var resolution = await ResolveAsync("net10.0");

        Assert.Equal("10.0.12", resolution.Patch);
        Assert.Equal(["https://feed answered 503 Service Unavailable", "runtime packs of 10.0.12 in /packages are used"], resolution.Warnings);
    }

    [Fact]
    public async Task An_unreachable_feed_without_packs_is_unavailable_with_the_answer_of_the_feed()
    {
        _feed.Failure = "https://feed answered 503 Service Unavailable";

        var reason = (await ResolveAsync("net8.0")).Reason!;

        Assert.Contains("8.0 of Microsoft.NETCore.App.Runtime.linux-x64", reason);
        Assert.Contains("https://feed answered 503 Service Unavailable", reason);
        Assert.Contains("/packages has none of 8.0", reason);
    }

    [Fact]
    public async Task One_feed_out_of_two_that_answers_is_enough_and_the_other_is_a_warning()
    {
        var down = new FakeFeed("https://down") { Failure = "https://down could not be read: Connection refused" };

        var resolution = await Catalogue([down, _feed]).ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None);

        Assert.Equal("10.0.14", resolution.Patch);
        Assert.Equal(["https://down could not be read: Connection refused"], resolution.Warnings);
    }

    [Fact]
    public async Task A_framework_newer_than_the_sdk_is_unavailable_and_says_what_to_install()
    {
        var resolution = await ResolveAsync("net11.0");

        Assert.Equal(
            "needs SDK 11.0; this machine has 10.0.401; install it from https://dot.net/download (in GitHub Actions: setup-dotnet)",
                resolution.Reason);
        Assert.Equal(0, _feed.Questions);
    }

    [Fact]
    public async Task A_patch_that_came_out_after_the_cache_was_written_is_found()
    {
        var outdated = new FakeFeed("https://feed", "10.0.12");
        var catalogue = new RuntimeCatalogue([outdated], [_feed], _installed, "linux-x64", "10.0.401");

        Assert.Equal("10.0.12", (await catalogue.ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None)).Patch);
        Assert.Equal("10.0.14", (await catalogue.ResolveAsync(new RuntimeSelector("net10.0", "10.0.14"), CancellationToken.None)).Patch);
    }

    [Theory]
    [InlineData("net10.0", "9.0.1", "'net10.0@9.0.1' is not a version of net10.0")]
    [InlineData("net10.0", "10.0", "'net10.0@10.0' is not a version of net10.0")]
    [InlineData("netcoreapp3.1", null, "'netcoreapp3.1' is not a target framework")]
    [InlineData("net48", null, "'net48' is not a target framework")]
    public async Task A_value_that_is_no_runtime_is_wrong_usage(string framework, string? patch, string message) =>
        Assert.Contains(message, (await Assert.ThrowsAsync<UsageException>(() => ResolveAsync(framework, patch))).Message);

    [Theory]
    [InlineData("net10.0", RuntimeSelector.Main, "12.0.0-alpha.1.10")]
    [InlineData("net10.0", "12.0.0-alpha.1.9", "12.0.0-alpha.1.9")]
    [InlineData("net10.0", "11.0.0-rc.1.2", "11.0.0-rc.1.2")]
    [InlineData("net10.0", null, "10.0.14")]
    public async Task A_daily_build_is_the_newest_preview_of_the_feed_that_is_named_and_nothing_else_is_taken_from_there(
        string framework, string? patch, string resolved)
    {
        var daily = new FakeFeed("/daily", "12.0.0-alpha.1.9", "12.0.0-alpha.1.10", "10.0.15", "13.0.0");
        var catalogue = new RuntimeCatalogue([_feed], [_feed], _installed, "linux-x64", "10.0.401") { Daily = [daily] };

        Assert.Equal(resolved, (await catalogue.ResolveAsync(new RuntimeSelector(framework, patch), CancellationToken.None)).Patch);
        Assert.Equal(["12.0.0-alpha.1.9", "12.0.0-alpha.1.10"],
            (await catalogue.DailyAsync(framework, CancellationToken.None)).Select(version => version.ToString()));
    }

    [Fact]
    public async Task Without_a_daily_build_it_says_how_to_name_a_feed()
    {
        var catalogue = new RuntimeCatalogue([_feed], [_feed], _installed, "linux-x64", "10.0.401") { Daily = [new FakeFeed("/daily", "10.0.14")] };

        Assert.Equal(
            "no preview of .NET 10 or later in /daily; name a feed of daily builds: PERFMATRIX_RUNTIME_FEED=https://.../index.json, or a folder",
            (await catalogue.ResolveAsync(new RuntimeSelector("net10.0", RuntimeSelector.Main), CancellationToken.None)).Reason);
    }

    private Task<RuntimeResolution> ResolveAsync(string framework, string? patch = null, string sdk = "10.0.401") =>
        Catalogue([_feed], sdk).ResolveAsync(new RuntimeSelector(framework, patch), CancellationToken.None);

    private RuntimeCatalogue Catalogue(FakeFeed[] feeds, string sdk = "10.0.401") => new(feeds, feeds, _installed, "linux-x64", sdk);
}
