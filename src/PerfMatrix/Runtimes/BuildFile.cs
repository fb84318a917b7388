namespace PerfMatrix.Runtimes;

/// <summary>What a file of the build names: an MSBuild file, or the feeds of a nuget.config.</summary>
/// <param name="Paths">What its values may be as paths.</param>
/// <param name="Above">Names of files that are looked for in the folders above.</param>
/// <param name="IsOpaque">Whether it runs code or has a path that only MSBuild could follow, so that anything may be read.</param>
internal sealed partial record BuildFile(IReadOnlyList<NamedPath> Paths, IReadOnlyList<string> Above, bool IsOpaque)
{
    private static readonly string[] s_extensions = [".props", ".targets", ".tasks", ".projitems"];

    /// <summary>Tasks that run no code of others, and what else stands in a target.</summary>
    private static readonly HashSet<string> s_tasks =
    [
        "ItemGroup", "PropertyGroup", "Message", "Warning", "Error", "Copy", "MakeDir", "RemoveDir", "Delete", "Touch", "WriteLinesToFile",
        "CallTarget", "OnError",
    ];

    private static readonly HashSet<string> s_excluded = new(StringComparer.OrdinalIgnoreCase)
    {
        "DefaultItemExcludes", "DefaultItemExcludesInProjectFolder", "DefaultExcludesInProjectFolder",
    };

    /// <param name="folder">That of the project whose build reads the file: but for imports, relative paths count from there.</param>
    /// <returns>Null for a file that names nothing.</returns>
    public static BuildFile? Read(string file, string folder, bool isImport)
    {
        var extension = Path.GetExtension(file).ToLowerInvariant();
        var isProject = extension.EndsWith("proj", StringComparison.Ordinal);
        if (extension == ".rsp") return new([], [], IsOpaque: true);
        if (!isImport && !isProject && extension != ".config" && !s_extensions.Contains(extension)) return null;

        try
        {
            var document = XDocument.Load(file);
            return extension == ".config" ? new([.. Feeds(document, file)], [], IsOpaque: false) : Of(document, file, folder);
        }
        catch (XmlException e) when (isProject)
        {
            throw new UsageException($"{file}({e.LineNumber},{e.LinePosition}): the project file is not XML: {e.Message}", e);
        }
        catch (XmlException)
        {
            return new([], [], IsOpaque: true);
        }
    }

    private static BuildFile Of(XDocument document, string file, string folder)
    {
        var elements = document.Descendants().ToList();
        var values = elements.SelectMany(BuildValue.Of).ToList();
        var pieces = values.SelectMany(value => value.Pieces).ToList();
        return new BuildFile(
            [.. pieces.SelectMany(piece => piece.In(Path.GetDirectoryName(file)!, folder))],
            [.. values.SelectMany(value => value.Above)],
            elements.Any(RunsCode) || pieces.Any(piece => piece.IsUnknown) || values.Any(value => PathFunction().IsMatch(value.Text)));
    }

    private static IEnumerable<NamedPath> Feeds(XDocument document, string file) =>
        from source in document.Descendants("add")
        let path = (string?)source.Attribute("value")
        where path?.Contains("://", StringComparison.Ordinal) == false
        select new NamedPath(Path.GetFullPath(path.Replace('\\', '/'), Path.GetDirectoryName(file)!), MayBeFolder: true);

    private static bool RunsCode(XElement element) => element.Name.LocalName is var name
        && (name == "UsingTask" || (element.Parent?.Name.LocalName == "Target" && !s_tasks.Contains(name))
            || (name.Equals("ProjectReference", StringComparison.OrdinalIgnoreCase)
                && element.ToString().Contains("analyzer", StringComparison.OrdinalIgnoreCase))
            // Set anew and not added to: then folders count that are passed over otherwise.
            || (s_excluded.Contains(name) && !element.Value.Contains($"$({name})", StringComparison.OrdinalIgnoreCase))
            || BuildValue.IsOfTheSdk(name) || Hook().IsMatch(name));

    /// <summary>Properties that name files which the SDK imports.</summary>
    [GeneratedRegex("^(Custom(Before|After)|DirectoryBuild|DirectoryPackages|.*ExtensionsPath$)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Hook();

    /// <summary>Functions that read files, or put paths together.</summary>
    [GeneratedRegex(@"\[System\.IO\.(File|Directory|Path\]::(Combine|GetFullPath))|\[MSBuild\]::(Normalize|GetDirectoryNameOfFileAbove|MakeRelative)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex PathFunction();
}

/// <param name="Path">Absolute; may be a pattern.</param>
/// <param name="MayBeFolder">Whether a folder of this name counts with all that is in it.</param>
/// <param name="HasNeighbours">Whether the files beside it count: what a .proto imports, what an assembly needs.</param>
internal sealed record NamedPath(string Path, bool IsImport = false, bool MayBeFolder = false, bool HasNeighbours = false);

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
