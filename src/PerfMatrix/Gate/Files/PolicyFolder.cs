namespace PerfMatrix.Gate;

/// <summary>A folder with a policy that is not the checkout's own: the <c>crank</c> folder of another commit, such as the base of a pull request.</summary>
public static class PolicyFolder
{
    /// <summary>The folder above <c>crank/gate.yml</c>.</summary>
    /// <param name="folder">The folder <c>crank</c>, or the one that holds it.</param>
    /// <exception cref="UsageException">There is no policy in it.</exception>
    public static string RootOf(string folder)
    {
        var full = Path.GetFullPath(folder).TrimEnd(Path.DirectorySeparatorChar);
        var candidates = Path.GetFileName(full) == "crank" ? new[] { Path.GetDirectoryName(full)!, full } : [full];
        return candidates.FirstOrDefault(root => File.Exists(Path.Combine(root, GatePolicyFile.Name)))
            ?? throw new UsageException($"--policy {folder}: found no {GatePolicyFile.Name} there, expected a checkout of the base branch, or its folder crank");
    }
}
