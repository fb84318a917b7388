using System.Text.Json.Nodes;
using PerfMatrix.GitHub.Setup;

namespace PerfMatrix.Tests.GitHub.Setup;

public sealed class EndpointSearchTests
{
    [Fact]
    public void Of_an_OpenAPI_document_GETs_count_that_need_no_parameter() => Assert.Equal(
        ["/products", "/search"],
        EndpointSearch.PathsOf(JsonNode.Parse("""
            {
              "openapi": "3.1.1",
              "paths": {
                "/products": { "get": {}, "post": {} },
                "/products/{id}": { "get": {} },
                "/orders": { "post": {} },
                "/search": { "get": { "parameters": [{ "name": "q", "in": "query" }] } },
                "/report": { "get": { "parameters": [{ "name": "year", "in": "query", "required": true }] } },
                "/tenant": { "parameters": [{ "name": "x-tenant", "in": "header", "required": true }], "get": {} }
              }
            }
            """)));

    [Theory]
    [InlineData("{}")]
    [InlineData("[]")]
    [InlineData("""{ "paths": [] }""")]
    public void Another_document_has_none(string text) =>
        Assert.Empty(EndpointSearch.PathsOf(text == "[]" ? null : JsonNode.Parse(text)));

    [Fact]
    public void Sources_are_looked_for_in_folders_too_and_not_in_what_a_build_has_made()
    {
        using var folder = new TemporaryFolder();
        string[] files = ["Program.cs", "Endpoints/Orders.cs", "bin/Release/Old.cs", "obj/Made.cs", ".git/x.cs", "Endpoints/notes.md", "Api.fs"];
        foreach (var file in files)
            folder.Write(file, "");

        Assert.Equal(["Api.fs", "Program.cs", "Endpoints/Orders.cs"], EndpointSearch.Sources(folder.Root)
            .Select(file => Path.GetRelativePath(folder.Root, file)));
    }

    [Fact]
    public void Of_a_source_file_literal_paths_count() => Assert.Equal(
        ["/weatherforecast", "/health"],
        EndpointSearch.PathsOf("""
            app.MapGet("/weatherforecast", () => 1).WithName("x");
            app.MapGet(
                "health", () => 1);
            app.MapGet("/todos/{id}", (int id) => id);
            app.MapPost("/orders", () => 1);
            """));
}
