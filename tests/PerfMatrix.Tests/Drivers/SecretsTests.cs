using System.Text;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.Drivers;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers;

public sealed class SecretsTests
{
    [Theory]
    [InlineData("dbPassword", true)]
    [InlineData("API_TOKEN", true)]
    [InlineData("clientSecret", true)]
    [InlineData("signing_key", true)]
    [InlineData("apiKey", true)]
    [InlineData("licenseKey", true)]
    [InlineData("monkey", false)]
    [InlineData("connectionString", true)]
    [InlineData("serverAddress", false)]
    public void The_name_of_a_variable_says_whether_it_is_secret(string name, bool isSecret) => Assert.Equal(isSecret, Secrets.IsSecret(name));

    [Fact]
    public void Secrets_are_masked_wherever_they_stand()
    {
        var secrets = Secrets.Of(new Dictionary<string, string> { ["dbPassword"] = "hunter22", ["address"] = "10.0.0.2" });
        Assert.Equal("user=sa;password=***@10.0.0.2", secrets.Masked("user=sa;password=hunter22@10.0.0.2"));
    }

    [Fact]
    public void Secrets_are_masked_in_JSON_however_it_was_escaped()
    {
        const string Secret = "a\"b\\c<d>+";
        var secrets = Secrets.Of(new Dictionary<string, string> { ["dbPassword"] = Secret });
        var escaped = JsonSerializer.Serialize(Secret);

        Assert.Equal("""{"x":"***"}""", Encoding.UTF8.GetString(secrets.Masked(Encoding.UTF8.GetBytes($$"""{"x":{{escaped}}}"""))));
        Assert.Equal("""{"x":"***"}""", Encoding.UTF8.GetString(secrets.Masked("""{"x":"a\"b\\c<d>+"}"""u8.ToArray())));
        Assert.Equal("""{"***":["***",1,null]}""", secrets.Masked(JsonDocument.Parse($$"""{ {{escaped}}: [{{escaped}}, 1, null] }""").RootElement)
            .GetRawText());
    }

    [Fact]
    public async Task Neither_an_observation_nor_an_error_tells_a_secret()
    {
        var driver = new MaskingDriver(new Telling(), Secrets.Of(new Dictionary<string, string> { ["dbPassword"] = "hunter22" }));
        await using var rounds = driver.MeasureAsync(null!, null!, TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);

        Assert.True(await rounds.MoveNextAsync());
        Assert.Equal("cannot log in with ***", rounds.Current.Variants[0].Failure!.Reason);
        Assert.Equal("DB=***", Assert.Single(rounds.Current.Variants[0].Failure!.LastLines));
        Assert.Equal("it said ***", (await Assert.ThrowsAsync<DriverException>(async () => await rounds.MoveNextAsync())).Message);
    }

    [Fact]
    public async Task An_application_that_does_not_build_keeps_its_variant_and_loses_the_secret()
    {
        var variant = new Variant(new Cell("s", "net10.0", "server", 2), Side.Base, 0);
        var driver = new MaskingDriver(new Unbuilt(variant), Secrets.Of(new Dictionary<string, string> { ["dbPassword"] = "hunter22" }));
        await using var rounds = driver.MeasureAsync(null!, null!, TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);

        var error = await Assert.ThrowsAsync<ApplicationBuildException>(async () => await rounds.MoveNextAsync());
        Assert.Equal((variant, "feed *** is gone"), (error.Variant, error.Message));
    }

    [Fact]
    public void Variables_come_from_the_environment_and_the_command_line_wins()
    {
        var environment = new Dictionary<string, string> { [CrankVariables.Prefix + "a"] = "1", [CrankVariables.Prefix + "b"] = "2", ["PATH"] = "x" };
        Assert.Equal([new("a", "1"), new("b", "3=4")], CrankVariables.Of(["b=3=4"], environment));
    }

    [Fact]
    public void An_option_that_is_no_variable_is_an_error_that_does_not_repeat_it() =>
        Assert.DoesNotContain(
        "hunter22", Assert.Throws<UsageException>(() => CrankVariables.Of(["hunter22"], new Dictionary<string, string>())).Message);

    private sealed class Telling : IDriver
    {
        public string Name => "telling";

        public async IAsyncEnumerable<RoundObservation> MeasureAsync(
            BlockDeployment deployment, IProgress<BlockProgress> progress,
                [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellation)
        {
            await Task.Yield();
            yield return new RoundObservation
            {
                Block = "b",
                Round = 1,
                StartedAt = default,
                FinishedAt = default,
                Variants = [new VariantObservation
                {
                    Variant = "v", Failure = new RoundFailure { Reason = "cannot log in with hunter22", LastLines = ["DB=hunter22"] },
                }],
                Slices = [],
                Times = new RoundTimes(),
            };
            throw new DriverException("it said hunter22");
        }
    }

    private sealed class Unbuilt(Variant variant) : IDriver
    {
        public string Name => "unbuilt";

        public async IAsyncEnumerable<RoundObservation> MeasureAsync(
            BlockDeployment deployment, IProgress<BlockProgress> progress,
                [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellation)
        {
            await Task.FromException(new ApplicationBuildException(variant, "feed hunter22 is gone"));
            yield break;
        }
    }
}
