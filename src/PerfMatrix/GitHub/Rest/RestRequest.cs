namespace PerfMatrix.GitHub;

/// <summary>A request to the REST API.</summary>
/// <param name="Method">Method.</param>
/// <param name="Path">Path below the address of the API, without a slash before it, or a whole address that the API gave.</param>
/// <param name="What">What it is for, for messages: <c>list the comments of #7</c>.</param>
/// <param name="Permission">The permission a workflow job needs for it: <c>pull-requests: write</c>.</param>
/// <param name="Body">JSON to send; null for none.</param>
public sealed record RestRequest(HttpMethod Method, string Path, string What, string Permission, byte[]? Body = null)
{
    /// <summary>Largest answer in bytes; a larger one is an error.</summary>
    public long Largest { get; init; } = 32L << 20;

    /// <summary>Statuses that are an answer, not an error.</summary>
    public IReadOnlyList<System.Net.HttpStatusCode> Expected { get; init; } = [];

    /// <summary>Whether doing it twice is the same as once, so that it is tried again although it may have been carried out.</summary>
    public bool MayRepeat => Method != HttpMethod.Post;
}

/// <summary>An answer of the REST API.</summary>
/// <param name="Status">Status.</param>
/// <param name="Content">Body.</param>
/// <param name="Next">Address of the next page; null on the last one.</param>
/// <param name="Location">Where the answer really is, for a redirection.</param>
public sealed record RestAnswer(System.Net.HttpStatusCode Status, byte[] Content, string? Next, Uri? Location);
