using PerfMatrix.Launcher.Application;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Launcher.Tests.Application;

public sealed class LastLinesTests
{
    [Fact]
    public void Of_a_stack_trace_the_message_and_the_first_frames_are_kept()
    {
        var lines = new LastLines(frames: 2, OutputDrain.LongestLine);
        lines.Add("Unhandled exception. System.IO.IOException: Failed to bind to address http://127.0.0.1:5000: address already in use.");
        for (var frame = 1; frame <= 40; frame++)
            lines.Add($"   at Some.Method{frame}()");
        Assert.Equal(3, lines.ToList().Count);
        Assert.Equal("   at Some.Method2()", lines.ToList()[^1]);
        Assert.True(lines.HaveSaidAddressInUse);
    }

    [Theory]
    [InlineData(500, "")]
    [InlineData(501, "...")]
    [InlineData(20_000, "...")]
    public async Task A_long_line_is_cut_wherever_the_reads_end(int length, string end)
    {
        var lines = new LastLines(frames: 2, OutputDrain.LongestLine);
        using var reader = new StreamReader(new MemoryStream(System.Text.Encoding.ASCII.GetBytes($"before\r\n{new string('x', length)}\nlast")));
        await OutputDrain.RunAsync(reader, lines);
        Assert.Equal(["before", new string('x', 500) + end, "last"], lines.ToList());
    }

    [Fact]
    public void The_oldest_lines_go_first()
    {
        var lines = new LastLines(frames: 2, OutputDrain.LongestLine);
        for (var line = 1; line <= 25; line++)
            lines.Add($"{line}");
        Assert.Equal(Enumerable.Range(6, 20).Select(line => $"{line}"), lines.ToList());
    }
}
