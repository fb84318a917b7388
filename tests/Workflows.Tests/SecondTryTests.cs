using System.Diagnostics;

namespace Workflows.Tests;

/// <summary><c>scripts/test</c> on a suite that is a script: what failed is tried once more, and the summary says so; what runs beside what; and
/// that nothing of it runs on.</summary>
public sealed class SecondTryTests : IDisposable
{
    // Says and writes what a test program does. A line of `tries` is a call of it: results of its tests A, B and so on, - for one that does not run.
    private const string Suite = """
        #!/usr/bin/env bash
        while (($#)); do
          case $1 in --results-directory) folder=$2 ;; --report-xunit-filename) file=$2 ;; --filter-method) echo "again: $*" ;; esac
          shift
        done
        echo x >>"$0.tried"
        read -ra results < <(sed -n "$(wc -l <"$0.tried")p" "$0.tries")
        [[ ${results[0]} != crash ]] || exit 134
        letters=ABCDEFGHIJ n=0
        for result in "${results[@]}"; do
          name=${letters:n++:1}
          [[ $result == - ]] || {
            echo "<test name=\"Fake.$name(said: \\&quot;x\\&quot;)\" result=\"$result\" time=\"1.5\" type=\"Fake\" method=\"$name\">"
            [[ $result != Fail ]] || printf '<failure><message><![CDATA[%s was\nnot found]]></message><stack-trace>at</stack-trace></failure>' "$name"
            echo "</test>"
          }
        done >"$folder/$file"
        for result in failed:Fail succeeded:Pass skipped:Skip; do
          echo "  ${result%:*}: $(grep -c "result=\"${result#*:}\"" "$folder/$file")"
        done
        """;

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("perfmatrix-second-try-");

    public SecondTryTests()
    {
        Write("scripts/test", File.ReadAllText(Checkout.File("scripts", "test")));
        Write("bin/dotnet", "#!/bin/sh\n");
        Write("bin/shellcheck", "#!/bin/sh\n");
        Write("artifacts/bin/Fake.Tests/release/Fake.Tests", Suite);
        Directory.CreateDirectory(Path.Combine(_root.FullName, "tests", "Fake.Tests"));
    }

    public void Dispose() => _root.Delete(recursive: true);

    /// <summary>The linter of scripts passes, too.</summary>
    [Theory]
    [InlineData("Pass Pass Skip", "", 0, "3 passed, 0 failed, 1 skipped", null)]
    [InlineData(
        "Pass Fail Fail", "- Pass Pass", 0, "4 passed, 0 failed, 0 skipped",
        "2 passed at the second try: Fake.B(said: \"x\"); Fake.C(said: \"x\")")]
    [InlineData("Pass Fail Fail", "- Pass Fail", 1, "3 passed, 1 failed, 0 skipped", "1 passed at the second try: Fake.B(said: \"x\")")]
    [InlineData("Pass Fail", "crash", 1, "2 passed, 1 failed, 0 skipped", null)]
    [InlineData("crash", "Pass", 1, "1 passed, 1 failed, 0 skipped", null)]
    [InlineData("Fail Fail Fail Fail Fail Fail Fail Fail Fail", "Pass", 1, "1 passed, 9 failed, 0 skipped", null)]
    public async Task What_failed_is_tried_once_more_and_named_when_it_then_passes(
        string first, string second, int code, string counts, string? named)
    {
        var (ended, lines) = await TryAsync(first, second);

        Assert.Equal((code, counts), (ended, lines[^1]));
        Assert.Equal(named, lines.SingleOrDefault(line => line.Contains("passed at the second try", StringComparison.Ordinal)));
        Assert.Equal(first.StartsWith("Pass", StringComparison.Ordinal) && first.Contains("Fail", StringComparison.Ordinal) ? 2 : 1,
            File.ReadAllLines(PathOf("artifacts/bin/Fake.Tests/release/Fake.Tests.tried")).Length);
    }

    [Fact]
    public async Task The_second_try_runs_the_methods_that_failed()
    {
        var (_, lines) = await TryAsync("Fail Pass Fail", "Pass - Fail");

        Assert.Contains("again: --filter-method Fake.A Fake.C", lines);
        Assert.Equal(["Fake.C(said: \"x\")", "    C was not found"], lines[(Array.IndexOf(lines, "== failed") + 1)..][..2]);
    }

    /// <summary>Each suite that measures waits for as many of them as are to run at once, and looks whether anybody else has begun. Then the others
    /// and the site each wait for the other one to begin.</summary>
    [Theory]
    [InlineData("", "2")]
    [InlineData("1", "1")]
    public async Task What_measures_runs_first_at_once_or_with_TEST_SERIAL_alone_then_the_site_runs_beside_the_others(string serial, string atOnce)
    {
        string[] suites = ["Fake.Tests", "Twin.Tests"];
        foreach (var suite in suites)
        {
            Write($"tests/{suite}/Fake.cs", """[Trait("kind", "measures")]""");
            Write($"artifacts/bin/{suite}/release/{suite}", """
                #!/usr/bin/env bash
                ended() { echo >artifacts/test/fake.xml; printf '  failed: %s\n  succeeded: %s\n  skipped: 0\n' "$1" $((1 - $1)); }
                if [[ $* == *--filter-trait* ]]; then
                  touch "measures-${0##*/}"
                  for try in {1..300}; do found=(measures-*); ((${#found[@]} < AT_ONCE)) || break; sleep 0.1; done
                  sleep 1
                  found=(measures-*)
                  if ((${#found[@]} != AT_ONCE)) || [[ -e others || -e site ]]; then ended 1; else ended 0; fi
                  [[ -z $TEST_SERIAL ]] || rm "measures-${0##*/}"
                else
                  touch others
                  for try in {1..300}; do [[ ! -e site ]] || break; sleep 0.1; done
                  if [[ -e site ]]; then ended 0; else ended 1; fi
                fi
                """);
        }

        Write("scripts/test-site", """
            #!/usr/bin/env bash
            touch site
            for try in {1..300}; do [[ ! -e others ]] || break; sleep 0.1; done
            if [[ -e others ]]; then echo "site: 2 passed, 0 failed, 1 skipped"; else echo "site: 1 passed, 1 failed, 1 skipped"; fi
            """);

        var (code, lines) = await RunAsync([.. suites, "Site"], ("TEST_SERIAL", serial), ("AT_ONCE", atOnce));

        Assert.Equal((0, "7 passed, 0 failed, 1 skipped"), (code, lines[^1]));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("KILL", 137)]
    public async Task However_it_is_ended_nothing_that_it_has_started_runs_on(string signal, int expected)
    {
        // In a session of its own, as act gives one to each step.
        Write("artifacts/bin/Fake.Tests/release/Fake.Tests", """
            #!/usr/bin/env bash
            setsid sh -c 'echo $$ >child.new; mv child.new child; exec sleep 1000' &
            wait
            """);
        using var process = Start(["Fake.Tests"]);
        await Eventually.IsTrueAsync(() => File.Exists(PathOf("child")));
        var child = int.Parse(await File.ReadAllTextAsync(PathOf("child"), TestContext.Current.CancellationToken));

        await Tool.RunAsync("sh", "-c", $"kill -s {signal} {process.Id}");

        Assert.Equal(expected, (await Eventually.EndsAsync(process)).ExitCode);
        await Eventually.IsGoneAsync(child);
    }

    private Task<(int Code, string[] Lines)> TryAsync(params string[] tries)
    {
        Write("artifacts/bin/Fake.Tests/release/Fake.Tests.tries", string.Concat(tries.Select(results => results + "\n")));
        return RunAsync(["Fake.Tests"]);
    }

    private async Task<(int Code, string[] Lines)> RunAsync(string[] suites, params (string Name, string Value)[] environment)
    {
        using var process = Start(suites, environment);
        var (code, output, _) = await Eventually.EndsAsync(process);
        return (code, output.TrimEnd('\n').Split('\n'));
    }

    // A shell that was started with Ctrl-C ignored, as in the background, cannot hear it.
    private Process Start(string[] suites, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo("env", ["--default-signal=INT", PathOf("scripts/test"), .. suites])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["PATH"] = $"{PathOf("bin")}:{Environment.GetEnvironmentVariable("PATH")}";
        // This may be a test of that script.
        start.Environment.Remove("SCRIPTS_TEST_RUN");
        foreach (var (name, value) in environment) start.Environment[name] = value;
        return Process.Start(start)!;
    }

    private string PathOf(string file) => Path.Combine(_root.FullName, file);

    private void Write(string file, string text) => ProgramFile.Write(PathOf(file), text);
}
