namespace PerfMatrix.GitHub.Measured;

/// <summary>What the measuring jobs of a stage said of their artifacts as outputs: the SHA-256 of <c>SHA256SUMS</c>, by the number of the group. Any
/// job of a run can replace an artifact, or leave one in the name of a job that has left none; nobody can say the output of another job.</summary>
internal sealed class ArtifactSeals(Dictionary<string, string>? seals, bool isComplete = false)
{
    private const string Prefix = "seal-";
    private const long LargestList = 1 << 20;

    // In an output no piece of a hash is as long as a value that the runner hides; it hands on nothing that has one in it.
    private const string Seam = "~";

    /// <summary>Those of a workflow that hands none on.</summary>
    public static ArtifactSeals None { get; } = new(null);

    /// <param name="json">Outputs of the jobs, <c>seal-1</c> and so on; the word null where GitHub hands on none, null without the option.</param>
    public static ArtifactSeals Parse(string option, string? json) => json is null ? None : Errors.Or(
        () => JsonSerializer.Deserialize<Dictionary<string, string>>(json) is not { } outputs ? new ArtifactSeals([])
            : new(outputs.Where(IsSeal).ToDictionary(seal => seal.Key, seal => seal.Value.Replace(Seam, "", StringComparison.Ordinal)), true),
        (JsonException problem) => throw new UsageException(
            $"{option}: found '{ForeignText.Clean(json)}', expected outputs such as {{ \"{Prefix}1\": \"SHA-256\" }}", problem));

    /// <summary>Whether that of a job should be among them and is not.</summary>
    public bool Lack(string slug) => seals is not null && Of(slug) is null;

    /// <summary>Checks what is read of an artifact, where its job has said a hash.</summary>
    /// <exception cref="ArtifactException">It is not what the job has uploaded, or the job has uploaded nothing.</exception>
    public void Check(string folder, string slug, params ReadOnlySpan<string> files)
    {
        if (Of(slug) is not { } seal)
        {
            if (!isComplete || !int.TryParse(slug.AsSpan(1), CultureInfo.InvariantCulture, out var job) || job > GroupPacking.MostSealed) return;
            throw new ArtifactException($"{Path.GetFileName(folder)}: its job handed on no hash, so somebody else may have left these files; "
                + "run all jobs again");
        }

        if (HashOf(folder, RunFolder.Sums, LargestList) != seal) throw Replaced(folder, RunFolder.Sums);
        var sums = File.ReadLines(Path.Combine(folder, RunFolder.Sums)).Select(line => line.Split("  ", 2))
            .ToDictionary(sum => sum[1], sum => sum[0]);
        foreach (var file in files)
        {
            if (HashOf(folder, file, ArtifactReader.LargestFile) is { } hash && hash != sums.GetValueOrDefault(file)) throw Replaced(folder, file);
        }
    }

    // A group that left nothing has an empty one.
    private static bool IsSeal(KeyValuePair<string, string> output) =>
        output.Key.StartsWith(Prefix, StringComparison.Ordinal) && !string.IsNullOrEmpty(output.Value);

    private string? Of(string slug) => seals?.GetValueOrDefault(Prefix + slug[1..].TrimStart('0'));

    // A link would lead out of the folder.
    private static string? HashOf(string folder, string name, long largest)
    {
        var file = new FileInfo(Path.Combine(folder, name));
        if (!file.Exists) return null;
        if (file.LinkTarget is not null || file.Length > largest) throw Replaced(folder, name);
        using var stream = file.OpenRead();
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }

    private static ArtifactException Replaced(string folder, string file) => new(
        $"{Path.GetFileName(folder)}/{file}: is not what the job has written, so it was replaced; run all jobs again, and look at who did it");
}
