using System.Diagnostics.Tracing;
using System.Linq.Expressions;
using Microsoft.Diagnostics.NETCore.Client;
using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

/// <summary>What the JIT tells of methods that it puts into code which is made at run time, as this process does here.</summary>
[Collection("recorded")]
public sealed class InlinedCodeTests : IDisposable
{
    private const int Process = 12;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_method_of_a_person_is_found_by_the_name_of_the_code_it_is_in_unless_its_file_is_too_large()
    {
        var file = await RecordedAsync();
        await File.WriteAllBytesAsync(_folder[$"{Process}.inlined"], file);

        Assert.Contains(InlinedCode.Read(_folder.Root, Process, most: file.Length),
            one => one.Key.StartsWith("lambda_method", StringComparison.Ordinal) && one.Value.Method == "InlinedCodeTests.Twice");
        Assert.Empty(InlinedCode.Read(_folder.Root, Process, most: file.Length - 1));
    }

    [Fact]
    public void Where_a_process_wrote_nothing_nothing_is_found() => Assert.Empty(InlinedCode.Read(_folder.Root, Process));

    [Fact]
    public void The_files_of_all_processes_take_room()
    {
        Assert.Equal(0, InlinedCode.SizeIn(_folder.Root));
        var made = InlinedCode.FolderIn(_folder.Root);
        foreach (var name in new[] { "1.inlined", "2.inlined" }) File.WriteAllText(Path.Combine(made, name), "12345");
        Assert.Equal(10, InlinedCode.SizeIn(_folder.Root));
    }

    private static async Task<byte[]> RecordedAsync()
    {
        var (written, stop) = (new MemoryStream(), TestContext.Current.CancellationToken);
        using var session = await new DiagnosticsClient(Environment.ProcessId).StartEventPipeSessionAsync(
            [new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x1000)], requestRundown: false, token: stop);
        var copied = session.EventStream.CopyToAsync(written, stop);
        Assert.Equal(6, AtRunTime()(3));
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
