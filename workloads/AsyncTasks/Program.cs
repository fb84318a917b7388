using AsyncTasks;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Running;

ProofFile.WriteWhenAsked();
var config = ManualConfig.Create(DefaultConfig.Instance).AddDiagnoser(new ThreadingCounters());
BenchmarkSwitcher.FromAssembly(typeof(Tasks).Assembly).Run(args, config);
