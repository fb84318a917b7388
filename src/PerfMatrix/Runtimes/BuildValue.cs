using System.Xml.Linq;

namespace PerfMatrix.Runtimes;

/// <summary>An attribute or a text of an MSBuild file. It is taken for paths, but where it cannot be one.</summary>
/// <param name="Name">Of the attribute; for a text that of the element.</param>
internal sealed partial record BuildValue(XElement Element, string Name, string Text, bool IsAttribute)
{
    /// <summary>Elements whose values are names, no paths.</summary>
    private static readonly HashSet<string> s_names =
    [
        "PackageReference", "PackageVersion", "GlobalPackageReference", "PackageDownload", "FrameworkReference", "InternalsVisibleTo", "Using",
        "AssemblyMetadata", "AssemblyAttribute", "ProjectCapability", "RuntimeHostConfigurationOption", "TrimmerRootAssembly", "Service",
        "Message", "Warning", "Error", "DockerfileContext",
    ];

    /// <summary>What says where something goes, what it is called, or what is taken away.</summary>
    private static readonly HashSet<string> s_noInputs =
    [
        "Remove", "Exclude", "Link", "LinkBase", "LogicalName", "PackagePath", "TargetPath", "RelativePath", "DestinationFolder", "DestinationFiles",
        "Label", "Name", "Lines", "TaskParameter", "PropertyName", "ItemName", "Sdk", "xmlns", "DependsOnTargets", "BeforeTargets", "AfterTargets",
        "Inputs", "Outputs", "Returns", "ArtifactsPath", "OutDir", "PublishDir", "DocumentationFile", "RestorePackagesPath",
    ];

    /// <summary>Attributes that name files whatever they look like.</summary>
    private static readonly HashSet<string> s_inputs = ["Include", "Update", "Project", "File", "Files", "SourceFiles", "Condition"];

    /// <summary>What comes with the SDK, or as a package from a feed.</summary>
    private static readonly string[] s_ofTheSdk =
        ["MSBuildExtensionsPath", "MSBuildToolsPath", "MSBuildSDKsPath", "MSBuildBinPath", "NuGetPackageRoot"];

    public static bool IsOfTheSdk(string property) => s_ofTheSdk.Contains(property, StringComparer.OrdinalIgnoreCase);

    public static IEnumerable<BuildValue> Of(XElement element)
    {
        if (s_names.Contains(element.Name.LocalName) || s_names.Contains(element.Parent?.Name.LocalName ?? "")) return [];
        var values = element.Attributes().Where(attribute => element.Attribute("Sdk") is null || attribute.Name.LocalName != "Project")
            .Select(attribute => new BuildValue(element, attribute.Name.LocalName, attribute.Value, IsAttribute: true));
        if (!element.HasElements) values = values.Append(new(element, element.Name.LocalName, element.Value, IsAttribute: false));
        return values.Where(value => !s_noInputs.Contains(value.Name) && !value.Name.Contains("Output", StringComparison.Ordinal));
    }

    /// <summary>Names of files that are looked for in the folders above.</summary>
    public IEnumerable<string> Above => Lookup().Matches(Text).Select(match => match.Groups["name"].Value.Trim());

    public IEnumerable<Piece> Pieces =>
        from piece in (Name == "Condition" ? Conditions() : Lookup().Replace(Text, ""))
            .Split([';', '\'', '"', '\n', '\r'], StringSplitOptions.TrimEntries)
        let path = Uri.UnescapeDataString(piece).Replace('\\', '/')
        where path.Length > 0 && !path.Contains("://", StringComparison.Ordinal) && !IsFromTheSdk(path) && !IsOfFollowedItems(path)
        select new Piece(this, path);

    // Of a condition only the existence of files matters.
    private string Conditions() => string.Join(';', Existence().Matches(Text).Select(match => match.Groups["path"].Value));

    // Whatever these are, they have been followed where they were named.
    private static bool IsOfFollowedItems(string path) =>
        WholeItems().Match(path) is { Success: true } match && !s_names.Contains(match.Groups["name"].Value, StringComparer.OrdinalIgnoreCase);

    private static bool IsFromTheSdk(string path) =>
        s_ofTheSdk.Any(root => path.StartsWith($"$({root})", StringComparison.OrdinalIgnoreCase)) && !path.Contains("..", StringComparison.Ordinal);

    [GeneratedRegex(@"\$\(\[MSBuild\]::GetPathOfFileAbove\(\s*'?(?<name>[^,'()$]+)'?\s*(,\s*'?\$\(MSBuildThisFileDirectory\)[./\\]*'?\s*)?\)\)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Lookup();

    [GeneratedRegex(@"Exists\s*\(\s*'?(?<path>[^']*)", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Existence();

    [GeneratedRegex(@"^@\((?<name>\w+)\)$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex WholeItems();

    /// <summary>One of the paths that a value lists.</summary>
    internal sealed partial record Piece(BuildValue Of, string Text)
    {
        private const string ThisFolder = "$(MSBuildThisFileDirectory)";
        private const string ProjectFolder = "$(MSBuildProjectDirectory)";

        private string Rest => Text.Replace(ThisFolder, "", StringComparison.OrdinalIgnoreCase)
            .Replace(ProjectFolder, "", StringComparison.OrdinalIgnoreCase);

        private bool HasFolder => Text.Contains('/', StringComparison.Ordinal) || Rest != Text;

        private bool IsLiteral => !Reference().IsMatch(Rest);

        /// <summary>Whether only MSBuild could say what it is.</summary>
        public bool IsUnknown => !IsLiteral && (HasFolder || FileName().IsMatch(Text)
            || (Of.IsAttribute && s_inputs.Contains(Of.Name) && !Text.StartsWith("%(", StringComparison.Ordinal)));

        /// <param name="file">The folder of the file it stands in.</param>
        public IEnumerable<NamedPath> In(string file, string project)
        {
            if (!IsLiteral || (!Of.IsAttribute && !HasFolder)) return [];
            var path = Text.Replace(ThisFolder, file + "/", StringComparison.OrdinalIgnoreCase)
                .Replace(ProjectFolder, project + "/", StringComparison.OrdinalIgnoreCase);
            var (element, isImport) = (Of.Element.Name.LocalName, Of.Element.Name.LocalName == "Import");
            string[] places = isImport || Of.Name == "Condition" ? [file, project] : [project];
            return places.Distinct().Select(place => new NamedPath(Path.GetFullPath(path, place), isImport, HasFolder,
                element is "Protobuf" or "HintPath" or "Analyzer" or "Reference" or "TypeScriptCompile"));
        }

        [GeneratedRegex(@"[$@%]\(", RegexOptions.None, 1000)]
        private static partial Regex Reference();

        [GeneratedRegex(@"\.(props|targets|cs|fs|vb|resx|json|xml|config|dll|snk|ruleset|ico|manifest|proto|txt|\w+proj)$",
            RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
        private static partial Regex FileName();
    }
}
