using PerfMatrix.Configuration;

namespace PerfMatrix.Tests.Matrix;

/// <summary>Matrix definitions for tests: the one of the checkout, and small ones.</summary>
internal static class Definitions
{
    /// <summary>Two scenarios by time, one alone, one bounded; a mode for bounded runs only.</summary>
    public const string Small = """
        axes:
          runtime:
            net8.0: { endOfSupport: 2026-11-10 }
            net10.0: { endOfSupport: 2028-11-14 }
          gc:
            workstation: { description: w, environment: { DOTNET_gcServer: "0" } }
            zero:
              description: z
              environment: { DOTNET_GCName: libzero.so }
              rules: [{ boundedOnly: true, otherwise: never collects }]
          cores: [1, 2, all]
        scenarios:
          a: { file: crank/a.yml }
          b: { file: crank/a.yml }
          timeline: { file: crank/a.yml, alone: true }
          slow: { file: crank/a.yml, onRequest: true, timeline: 2s, measure: { rounds: 1, duration: 60s } }
          counted: { file: crank/a.yml, bounded: true }
        measure: { rounds: 2, slice: 20ms, slices: 10, warmup: 1s..2s, warmupTolerance: 2%, wakeUp: 1ms }
        subsets:
          smoke: { description: s, scenario: [a], cores: [all] }
          everything: { description: e }
          mixed:
            description: m
            runtime: [net10.0]
            cores: [2]
            parts:
              - { scenario: [a], gc: [workstation], measure: { rounds: 7 } }
              - { scenario: [slow, counted], runtime: [net8.0, net10.0], gc: [workstation, zero] }
        """;

    public static MatrixDefinition Checkout { get; } = MatrixDefinition.Load(PerfMatrix.Tests.Checkout.Root);

    public static MatrixDefinition Of(string yaml) => MatrixFile.Read(YamlFile.Parse(yaml, "matrix.yml"), new(2026, 12, 1));

    public static IReadOnlyList<PlannedCell> Expand(
        MatrixDefinition matrix, AxisChoice axes, int cores, Func<RuntimeSelector, string?>? unavailable = null) =>
        MatrixExpansion.Expand(matrix, Selection.Resolve(matrix, MatrixDefinition.DefaultSubset, axes), new(cores), unavailable ?? (_ => null));
}
