using AsyncTasks;
using BenchmarkDotNet.Running;

ProofFile.WriteWhenAsked();
BenchmarkSwitcher.FromAssembly(typeof(Tasks).Assembly).Run(args);
