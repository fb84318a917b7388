namespace PerfMatrix.Commands;

/// <summary>The folder that results go to.</summary>
internal static class OutputFolder
{
    /// <summary>Creates it when it is not there.</summary>
    /// <exception cref="UsageException">It cannot be created.</exception>
    public static void Create(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"--out {folder}: cannot create the folder: {problem.Message} Choose a folder you may write to.", problem);
        }
    }
}
