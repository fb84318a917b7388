using GcStress;
using GcStress.Cases;

// GcStress [CASE ...]: uses the heap in every way an application does and checks what it reads back. Runs on any GC; the zero GC is who it was
// written for. GcStress loop COUNT: times a loop of small allocations instead.
if (args is ["loop", var count])
{
    AllocationLoop.Run(int.Parse(count));
    return 0;
}

IReadOnlyList<(string Name, Action Run)> cases =
[
    ("threads", Threads.AllocateFromMany),
    ("short-lived-threads", Threads.AllocateFromShortLived),
    ("large-and-pinned", LargeAndPinned.Run),
    ("handles", Handles.Run),
    ("weak-references", WeakReferences.Run),
    ("finalisers", Finalisers.Run),
    ("json", Json.Run),
    ("suspension", Suspension.Run),
    ("gc-api", GcApi.Run),
];
foreach (var (name, run) in cases.Where(entry => args.Length == 0 || args.Contains(entry.Name)))
{
    run();
    Console.WriteLine($"ok {name}");
}

Console.WriteLine($"end {GC.GetTotalAllocatedBytes(precise: true)} bytes, {GC.CollectionCount(0)} collections");
return 0;
