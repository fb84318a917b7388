using System.Diagnostics.Tracing;
using System.Linq.Expressions;
using Microsoft.Diagnostics.NETCore.Client;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain;

/// <summary>What the JIT tells of methods that it puts into code which is made at run time, as this process does here.</summary>
[Collection("recorded")]
public sealed class InlinedCodeTests : IDisposable
{
    private const int Process = 12;
    private const int Made = 2_000;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_method_of_a_person_is_found_by_the_name_of_the_code_it_is_in_and_the_file_is_taken_off_the_disk()
    {
        await File.WriteAllBytesAsync(_folder["12.inlined"], await RecordedAsync(1));

        var file = InlinedCode.Take(_folder.Root, Process);

        Assert.False(file.IsCut);
        Assert.Contains(InlinedCode.Read(file), one => one.Key.StartsWith("lambda_method", StringComparison.Ordinal)
            && one.Value.Method == "InlinedCodeTests.Twice");
        Assert.False(File.Exists(_folder["12.inlined"]));
    }

    [Fact]
    public async Task Of_a_file_that_is_too_large_only_the_beginning_is_read_and_it_is_said_to_be_cut()
    {
        var whole = await RecordedAsync(Made);
        await File.WriteAllBytesAsync(_folder["12.inlined"], whole);

        var cut = InlinedCode.Take(_folder.Root, Process, whole.Length / 2);

        Assert.True(cut.IsCut);
        Assert.Equal(whole.Length / 2, cut.Beginning.Length);
        Assert.InRange(InlinedCode.Read(cut).Count, 1, InlinedCode.Read(new(whole, IsCut: false)).Count - 1);
        Assert.False(File.Exists(_folder["12.inlined"]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(100)]
    public async Task A_file_that_was_cut_short_names_nothing_and_is_no_failure(int length)
    {
        await File.WriteAllBytesAsync(_folder["12.inlined"], (await RecordedAsync(1))[..length]);
        Assert.Empty(InlinedCode.Read(InlinedCode.Take(_folder.Root, Process)));
    }

    [Fact]
    public void A_process_that_wrote_nothing_has_no_file() => Assert.Same(InlinedFile.None, InlinedCode.Take(_folder.Root, Process));

    [Fact]
    public void The_runtime_is_told_to_write_no_more_than_is_read()
    {
        var told = InlinedCode.Environment(_folder.Root);

        Assert.Equal(InlinedCode.Largest, Convert.ToInt32(told["DOTNET_EventPipeCircularMB"], 16) << 20);
        Assert.Equal("0", told["DOTNET_EventPipeRundown"]);
    }

    private static async Task<byte[]> RecordedAsync(int times)
    {
        var (written, stop) = (new MemoryStream(), TestContext.Current.CancellationToken);
        using var session = await new DiagnosticsClient(Environment.ProcessId).StartEventPipeSessionAsync(
            [new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x1000)], requestRundown: false, token: stop);
        var copied = session.EventStream.CopyToAsync(written, stop);
        for (var i = 0; i < times; i++) Assert.Equal(6, AtRunTime()(3));
        await session.StopAsync(stop);
        await copied;
        return written.ToArray();
    }

    private static Func<int, int> AtRunTime()
    {
        var number = Expression.Parameter(typeof(int));
        return Expression.Lambda<Func<int, int>>(Expression.Call(((Func<int, int>)Twice).Method, number), number).Compile();
    }

    private static int Twice(int number) => 2 * number;
}
