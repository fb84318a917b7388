using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(PlainBenchmarks.Arrays).Assembly).Run(args);
