using System.Globalization;
using PerfMatrix.Shared.Os;

namespace Workflows.Tests.Act;

/// <summary>A PostgreSQL of its own on a free port, as a service of a runner.</summary>
internal sealed class Database : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("perfmatrix-database-");
    private readonly string _programs;
    private readonly int _port;

    private Database(string programs, int port) => (_programs, _port) = (programs, port);

    public string ConnectionString =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={_port};Username=shop;Database=shop;Maximum Pool Size=20");

    /// <summary>Null where it is not installed, in <c>/usr/lib/postgresql</c>.</summary>
    public static async Task<Database?> StartAsync()
    {
        var programs = Directory.Exists("/usr/lib/postgresql")
            ? Directory.EnumerateDirectories("/usr/lib/postgresql").Select(version => Path.Combine(version, "bin"))
                .LastOrDefault(folder => File.Exists(Path.Combine(folder, "initdb"))) : null;
        if (programs is null) return null;
        var database = new Database(programs, FreePorts.Find(1)[0]);
        await database.RunAsync("if [[ $AS ]]; then chown postgres \"$FOLDER\"; fi && $AS \"$BIN/initdb\" -D \"$FOLDER/data\" -U shop --auth trust "
            + ">/dev/null "
            + "&& $AS \"$BIN/pg_ctl\" -D \"$FOLDER/data\" -l \"$FOLDER/log\" -w -o \"-p $PORT -k $FOLDER -h 127.0.0.1\" start >/dev/null "
            + "&& \"$BIN/createdb\" -h 127.0.0.1 -p $PORT -U shop shop");
        return database;
    }

    public async ValueTask DisposeAsync()
    {
        await RunAsync("$AS \"$BIN/pg_ctl\" -D \"$FOLDER/data\" -m immediate stop >/dev/null");
        _folder.Delete(recursive: true);
    }

    // PostgreSQL refuses to run as root.
    private Task<string> RunAsync(string script) => ActMachine.RunAsync(_folder.FullName, "bash", "-euo", "pipefail", "-c",
        string.Create(CultureInfo.InvariantCulture, $"FOLDER={_folder.FullName} BIN={_programs} PORT={_port} AS=; ")
            + "if (($(id -u) == 0)); then AS='setpriv --reuid postgres --regid postgres --clear-groups'; fi; " + script);
}
