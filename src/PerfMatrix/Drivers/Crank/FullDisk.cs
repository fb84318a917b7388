namespace PerfMatrix.Drivers.Crank;

/// <summary>Recognises a full disk of an agent by what is said when one is full; crank itself names no cause.</summary>
internal static class FullDisk
{
    // What crank's controller makes of an upload that breaks off (JobConnection.cs), and what our own programs say. That an agent answers "Error while saving file"
    // (JobsController.cs) the controller does not look at.
    private static readonly string[] s_signs = ["An error occurred while uploading a file", "No space left on device"];

    /// <summary>The end of an error message, with where to look; empty where nothing speaks for a full disk.</summary>
    /// <param name="said">What was said last.</param>
    /// <param name="profile">Profile of the agents.</param>
    public static string Hint(string said, string profile) => Array.Exists(s_signs, sign => said.Contains(sign, StringComparison.Ordinal))
        ? $"{Environment.NewLine}The disk of the agent may be full: scripts/perfmatrix doctor --profile {profile} shows how much is free there."
        : "";
}
