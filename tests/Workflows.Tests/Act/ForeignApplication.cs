namespace Workflows.Tests.Act;

/// <summary>Applications of somebody who has never heard of perfmatrix; all of them answer GET /products.</summary>
internal static class ForeignApplication
{
    public const string Program = "src/Shop/Program.cs";

    public const string Project = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
        </Project>

        """;

    /// <summary>Needs nothing.</summary>
    public const string Plain = """
        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/products", () => Enumerable.Range(0, 10).Select(number => $"tea {number}"));
        app.Run();

        """;

    /// <summary>The secret of <see cref="WithSecret"/>.</summary>
    public const string Connection = "Host=db;Password=s3cr3t";

    public const string Variable = $"ConnectionStrings__Shop={Connection}";

    /// <summary>Does not start without its secret.</summary>
    public const string WithSecret = """
        var builder = WebApplication.CreateBuilder(args);
        var connection = builder.Configuration.GetConnectionString("Shop") ?? throw new InvalidOperationException("no ConnectionStrings:Shop");
        var app = builder.Build();
        app.MapGet("/products", () => Enumerable.Range(0, 10).Select(number => $"tea {number} of {connection.Length}"));
        app.Run();

        """;

    /// <summary>The same with a list of 3,000 instead of ten.</summary>
    public static string SlowerWithSecret { get; } = WithSecret.Replace("(0, 10)", "(0, 3000)", StringComparison.Ordinal);

    /// <summary>EF Core and PostgreSQL, on a table that is there: to ask for it would lengthen each of dozens of starts.</summary>
    public const string WithDatabase = """
        using Microsoft.EntityFrameworkCore;

        var builder = WebApplication.CreateBuilder(args);
        var connection = builder.Configuration.GetConnectionString("Shop") ?? throw new InvalidOperationException("no ConnectionStrings:Shop");
        builder.Services.AddDbContext<Shop>(options => options.UseNpgsql(connection));
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        var app = builder.Build();
        app.MapGet("/products", async (Shop shop) => await shop.Products.AsNoTracking().OrderBy(product => product.Id).Take(10).ToListAsync());
        app.Run();

        public sealed class Product { public int Id { get; set; } public string Name { get; set; } = ""; }

        public sealed class Shop(DbContextOptions<Shop> options) : DbContext(options) { public DbSet<Product> Products => Set<Product>(); }

        """;

    /// <summary>The same with six queries for each answer instead of one.</summary>
    public static string SlowerWithDatabase { get; } = WithDatabase
        .Replace("async (Shop shop) => await", "async (Shop shop) =>\n{\n    "
            + "for (var id = 1; id <= 5; id++) shop.Products.Find(id);\n    return await", StringComparison.Ordinal)
        .Replace("ToListAsync());", "ToListAsync();\n});", StringComparison.Ordinal);
}
