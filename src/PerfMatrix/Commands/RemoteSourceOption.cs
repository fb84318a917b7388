using System.CommandLine;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Commands;

/// <summary>The option by which agents fetch and build the code themselves; the same for every command that has it.</summary>
internal sealed class RemoteSourceOption
{
    private readonly Option<string?> _url = new(RemoteRepository.Option)
    {
        Description = "Git repository from which crank agents fetch and build the commits themselves, instead of receiving programs built here. Needs --driver crank.",
    };

    /// <summary>The option.</summary>
    public Option Source => _url;

    /// <summary>Adds the option to a command.</summary>
    public void AddTo(Command command) => command.Options.Add(_url);

    /// <summary>The repository; null when the option is not given.</summary>
    /// <exception cref="UsageException">The address is wrong, or something is asked for that does not go with it.</exception>
    public RemoteRepository? Of(ParseResult line, string driver, bool hasPrograms)
    {
        if (line.GetValue(_url) is not { } text)
            return null;
        var repository = RemoteRepository.Parse(text);
        if (driver != "crank")
            throw new UsageException($"{_url.Name}: found --driver {driver}, which measures on this machine what is built here; give --driver crank, whose agents fetch and build the code themselves, or leave {_url.Name} out");
        return hasPrograms
            ? throw new UsageException($"{_url.Name}: found --programs as well; either agents build the code themselves or they are sent what was built before, so leave one out")
            : repository;
    }
}
