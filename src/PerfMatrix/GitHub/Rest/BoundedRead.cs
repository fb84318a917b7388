namespace PerfMatrix.GitHub;

/// <summary>Reads what others send: never more than is wanted.</summary>
internal static class BoundedRead
{
    /// <summary>Everything in a stream.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="largest">Most bytes taken.</param>
    /// <param name="what">What is read, for the message.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ArtifactException">There is more.</exception>
    public static async Task<byte[]> AllAsync(Stream stream, long largest, string what, CancellationToken cancellation)
    {
        using var content = new MemoryStream();
        var buffer = new byte[81920];
        int read;
        while ((read = await stream.ReadAsync(buffer, cancellation)) > 0)
        {
            if (content.Length + read > largest) throw new ArtifactException($"{what}: more than {largest >> 20} MiB came, which is the limit");
            content.Write(buffer, 0, read);
        }

        return content.ToArray();
    }
}
