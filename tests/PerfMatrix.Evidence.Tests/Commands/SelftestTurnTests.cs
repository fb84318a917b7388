using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;

namespace PerfMatrix.Evidence.Tests.Commands;

public sealed class SelftestTurnTests : IDisposable
{
    private const string Kept = "the trials that had ended are kept";

    private static readonly SelftestDocument s_document = SelftestDocument.Empty(new("0.1.0", null));

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_second_series_on_the_same_document_is_refused_until_the_first_has_ended()
    {
        var end = new TaskCompletionSource<SelftestDocument>();
        var first = SelftestTurn.RunAsync(_folder["selftest.json"], Kept, () => end.Task);

        var refused = await Assert.ThrowsAsync<UsageException>(
            () => SelftestTurn.RunAsync(_folder["selftest.json"], Kept, () => Task.FromResult(s_document)));
        Assert.Contains("another self-test", refused.Message, StringComparison.Ordinal);

        end.SetResult(s_document);
        Assert.Same(s_document, await first);
        Assert.Same(s_document, await SelftestTurn.RunAsync(_folder["selftest.json"], Kept, () => Task.FromResult(s_document)));
    }

    [Fact]
    public async Task An_interrupted_series_says_what_is_kept() =>
        Assert.Contains(Kept, (await Assert.ThrowsAsync<RunInterruptedException>(
            () => SelftestTurn.RunAsync(_folder["selftest.json"], Kept,
                Task<SelftestDocument> () => throw new OperationCanceledException()))).Message, StringComparison.Ordinal);
}
