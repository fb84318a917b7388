using AsyncTasks;
using BenchmarkDotNet.Running;
using WordTable;

ProofFile.WriteWhenAsked();
BenchmarkSwitcher.FromAssembly(typeof(Words).Assembly).Run(args);
