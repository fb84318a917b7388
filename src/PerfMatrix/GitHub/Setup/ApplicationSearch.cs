namespace PerfMatrix.GitHub.Setup;

/// <summary>Builds and starts each application, and asks what it answers.</summary>
internal sealed record ApplicationSearch(
    string Root, Sdk Sdk, IReadOnlyDictionary<string, string> Environment, IReadOnlyList<string> Wanted, TextWriter Log)
{
    public async Task<IReadOnlyList<SetupApplication>> ApplicationsAsync(IReadOnlyList<WebProject> projects, CancellationToken cancellation)
    {
        var runtimes = await Sdk.RuntimesAsync(cancellation);
        using var publisher = Sdk.Publisher();
        var applications = new List<SetupApplication>();
        var problems = new List<UsageException>();
        foreach (var project in projects)
        {
            try
            {
                applications.Add(await ApplicationAsync(publisher, runtimes, project, cancellation));
            }
            catch (UsageException problem)
            {
                problems.Add(new($"{project.Path}: {problem.Message}", problem));
            }
        }

        if (applications.Count == 0) throw new UsageException(string.Join("\n\n", problems.Select(problem => problem.Message)), problems[0]);
        foreach (var problem in problems)
            await Log.WriteLineAsync($"Left out, because it cannot be measured as it is: {problem.Message}\nThen run init again with --force.");
        return applications;
    }

    private async Task<SetupApplication> ApplicationAsync(
        Publisher publisher, RuntimeCatalogue runtimes, WebProject project, CancellationToken cancellation)
    {
        await Log.WriteLineAsync($"Building and starting {project.Path} to find what it answers ...");
        var program = await PublishAsync(publisher, runtimes, project, cancellation);
        var folder = Path.GetDirectoryName(Path.Combine(Root, project.Path))!;
        var published = Files(program);
        var endpoints = await new EndpointSearch(program, folder, Environment).FindAsync(Wanted, cancellation);
        return new(project, endpoints, Environment) { Writes = Cleaned(program, published) };
    }

    // Others use the publication as well. The first of the files that the application has added to it.
    private static string? Cleaned(Publication program, IReadOnlyList<string> published)
    {
        var added = Files(program).Except(published).ToList();
        foreach (var file in added) File.Delete(Path.Combine(program.Folder, file));
        return added.FirstOrDefault();
    }

    private static IReadOnlyList<string> Files(Publication program) =>
        [.. Directory.EnumerateFiles(program.Folder, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(program.Folder, file))
            .Order(StringComparer.Ordinal)];

    private async Task<Publication> PublishAsync(
        Publisher publisher, RuntimeCatalogue runtimes, WebProject project, CancellationToken cancellation)
    {
        var framework = project.Frameworks[^1];
        var runtime = await runtimes.ResolveAsync(new RuntimeSelector(framework, null), cancellation);
        if (runtime.Patch is not { } patch) throw new UsageException($"{framework} {runtime.Reason}");
        var request = new PublishRequest(Path.Combine(Root, project.Path), framework, patch, RuntimeIdentifiers.OfThisMachine());
        return (await publisher.PublishAsync(request, cancellation)).Require(failure => new UsageException(failure));
    }
}
