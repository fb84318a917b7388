using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

/// <summary>What becomes of a recording whose <c>perf</c> does not do what it should: a shell script, which has its arguments.</summary>
[Trait("kind", "processes")]
public sealed class PerfRecordingTests : IAsyncLifetime
{
    // The name behind -o becomes $2.
    private const string ToFile = "while [ \"$1\" != -o ]; do shift; done;";

    private readonly TemporaryFolder _folder = new();
    private PerfRecording? _recording;

    public ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "perf is there on Linux only");
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        if (_recording is not null) await _recording.DisposeAsync();
        _folder.Dispose();
    }

    [Theory]
    [InlineData(": > \"$2\"; echo 'failed to write perf data,' >&2; echo 'error: No space left on device' >&2; exit 255",
        "failed to write perf data, error: No space left on device")]
    [InlineData("echo half > \"$2\"; echo 'failed to write perf data, error: No space left on device' >&2; exit 255",
        "failed to write perf data, error: No space left on device")]
    [InlineData("exit 0", "it said nothing")]
    public async Task One_that_ended_before_it_was_asked_to_is_said_with_its_own_words_whatever_it_has_written(string script, string words)
    {
        var recording = Started($"{ToFile} {script}");
        await Eventually.IsTrueAsync(() => recording.HasEnded);

        Assert.Equal($"perf ended early: {words}", (await Assert.ThrowsAsync<TraceException>(recording.EndAsync)).Message);
    }

    [Fact]
    public async Task One_that_wrote_nothing_is_said() => Assert.StartsWith("perf left no samples: ",
        (await Assert.ThrowsAsync<TraceException>(Started("exec sleep 600").EndAsync)).Message, StringComparison.Ordinal);

    [Fact]
    public async Task One_that_wrote_until_it_was_asked_to_end_is_good()
    {
        var recording = Started($"{ToFile} echo samples > \"$2\"; exec sleep 600");
        await Eventually.IsTrueAsync(() => File.Exists(recording.File) && new FileInfo(recording.File).Length > 0);

        await recording.EndAsync();

        Assert.True(recording.HasEnded);
    }

    /// <summary>At full frequency 32 busy cores would fill the file before a round ends.</summary>
    [Theory]
    [InlineData(2, 997)]
    [InlineData(8, 997)]
    [InlineData(9, 199)]
    [InlineData(128, 67)]
    public async Task Many_cores_are_sampled_less_often_because_one_file_holds_them_all(int cores, int frequency)
    {
        var recording = Started($"echo \"$*\" > '{_folder["arguments"]}'", cores);
        await Eventually.IsTrueAsync(() => recording.HasEnded);

        Assert.Contains($" -F {frequency} ", await File.ReadAllTextAsync(_folder["arguments"]), StringComparison.Ordinal);
        Assert.Equal(TimeSpan.FromSeconds(1) / frequency, recording.Period);
    }

    private PerfRecording Started(string script, int cores = 2)
    {
        var program = ProgramFile.Write(_folder["perf"], $"#!/bin/sh\n{script}\n");
        return _recording = PerfRecording.Start([Environment.ProcessId], _folder["1.perf"], new TraceSpace(), cores, program);
    }
}
