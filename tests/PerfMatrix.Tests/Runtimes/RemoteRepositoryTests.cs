using PerfMatrix.Runtimes;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Runtimes;

public sealed class RemoteRepositoryTests
{
    [Theory]
    [InlineData("https://github.com/owner/name.git")]
    [InlineData("http://10.0.0.4:3000/owner/name")]
    [InlineData("git://10.0.0.4/name")]
    [InlineData("git@github.com:owner/name.git")]
    [InlineData("ssh://git@git.example.test:2222/owner/name.git")]
    [InlineData("file:///srv/name.git")]
    [InlineData("/srv/name.git")]
    public void An_address_as_git_takes_it_stays_as_it_is(string address) => Assert.Equal(address, RemoteRepository.Parse(address).Url);

    [Theory]
    [InlineData("https://me:hunter22@github.com/owner/name.git")]
    [InlineData("https://hunter22@github.com/owner/name.git")]
    [InlineData("https://me:hunter@22@github.com/owner/name.git")]
    [InlineData("ssh://git:hunter22@git.example.test/owner/name.git")]
    [InlineData("git:hunter22@git.example.test:owner/name.git")]
    [InlineData("https://github.com/owner/name.git?token=hunter22")]
    public void A_password_is_refused_and_not_repeated(string address)
    {
        var error = Assert.Throws<UsageException>(() => RemoteRepository.Parse(address));
        Assert.DoesNotContain("hunter", error.Message);
        Assert.StartsWith("--remote-source: ", error.Message);
    }

    [Theory]
    [InlineData("name")]
    [InlineData("../name")]
    [InlineData("--upload-pack=evil")]
    [InlineData("ext::sh -c evil")]
    [InlineData("https://github.com/owner/name --config x")]
    [InlineData("https://github.com/owner/\"name\"")]
    [InlineData("https://github.com/{{ owner }}/name")]
    [InlineData("https://github.com/owner/name;evil")]
    [InlineData("https://github.com/owner/name.git\n")]
    [InlineData("-x@host:path")]
    [InlineData("git@-oProxyCommand=evil:path")]
    [InlineData("ssh://-oProxyCommand=evil/path")]
    [InlineData("ssh://git@-oProxyCommand=evil/path")]
    public void What_could_be_taken_for_something_else_is_refused(string address) =>
        Assert.Contains("expected the address of a git repository", Assert.Throws<UsageException>(() => RemoteRepository.Parse(address)).Message);
}
