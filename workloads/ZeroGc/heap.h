// The heap as the runtime calls it (IGCHeap): a table of virtual methods whose order is the contract. The number before each method is its slot. Methods that
// only make sense for a GC that collects have the mildest answer that is true: no collections, nothing to finalise, no memory of former collections.
#pragma once

#include "arena.h"
#include "handles.h"
#include "runtime.h"
#include "suspension.h"

namespace zerogc
{
    class Heap
    {
    public:
        explicit Heap(const Runtime& runtime) : m_runtime(runtime) {}

        Arena& Memory() { return m_arena; }

        /*  0 */ virtual bool IsValidSegmentSize(size_t) { return true; }
        /*  1 */ virtual bool IsValidGen0MaxSize(size_t) { return true; }
        /*  2 */ virtual size_t ValidSegmentSize(bool) { return m_arena.End() - m_arena.Base(); }
        /*  3 */ virtual void SetReservedLimit(size_t) {}

        // Background collections: there are none.
        /*  4 */ virtual void WaitUntilConcurrentComplete() {}
        /*  5 */ virtual bool IsConcurrentInProgress() { return false; }
        /*  6 */ virtual void EnableConcurrent() {}
        /*  7 */ virtual void DisableConcurrent() {}
        /*  8 */ virtual bool IsConcurrentEnabled() { return false; }
        /*  9 */ virtual Result WaitUntilConcurrentCompleteAsync(int) { return Ok; }

        // Finalisers: none ever runs.
        /* 10 */ virtual size_t FinalizableCount() { return 0; }
        /* 11 */ virtual Object* NextFinalizable() { return nullptr; }

        /* 12 */ virtual void GetMemoryInfo(uint64_t* highMemoryThreshold, uint64_t* available, uint64_t* lastLoad, uint64_t* lastHeapSize,
            uint64_t* lastFragmentation, uint64_t* committed, uint64_t* promoted, uint64_t* pinned, uint64_t* pendingFinalizers, uint64_t* index,
            uint32_t* generation, uint32_t* pausePercent, bool* isCompacting, bool* isConcurrent, uint64_t* generations, uint64_t* pauses, int kind);
        /* 13 */ virtual uint32_t MemoryLoad() { return 0; }
        /* 14 */ virtual int LatencyMode() { return m_latencyMode; }
        /* 15 */ virtual int SetLatencyMode(int mode) { m_latencyMode = mode; return 0; }
        /* 16 */ virtual int LargeObjectCompaction() { return m_compaction; }
        /* 17 */ virtual void SetLargeObjectCompaction(int mode) { m_compaction = mode; }
        /* 18 */ virtual bool RegisterForFullCollection(uint32_t, uint32_t) { return false; }
        /* 19 */ virtual bool CancelFullCollection() { return false; }
        /* 20 */ virtual int WaitForFullCollectionApproach(int) { return NotApplicable; }
        /* 21 */ virtual int WaitForFullCollectionComplete(int) { return NotApplicable; }

        /* 22 */ virtual uint32_t GenerationOf(Object* object) { return m_arena.Contains(object) ? 0 : INT32_MAX; }
        /* 23 */ virtual int CollectionCount(int, int) { return 0; }
        /* 24 */ virtual int StartNoCollectRegion(uint64_t, bool, uint64_t, bool) { return 0; }
        /* 25 */ virtual int EndNoCollectRegion() { return 0; }
        /* 26 */ virtual size_t BytesInUse() { return m_arena.Allocated(); }
        /* 27 */ virtual uint64_t AllocatedBytes() { return m_arena.Allocated(); }
        /* 28 */ virtual Result Collect(int, bool, int) { return Ok; }
        /* 29 */ virtual uint32_t MaxGeneration() { return 2; }
        /* 30 */ virtual void SetFinalizerRun(Object*) {}
        /* 31 */ virtual bool RegisterForFinalization(int, Object*) { return true; }
        /* 32 */ virtual int LastPercentTimeInCollection() { return 0; }
        /* 33 */ virtual size_t LastGenerationSize(int) { return 0; }

        /* 34 */ virtual Result Initialize();
        /* 35 */ virtual bool IsPromoted(Object*) { return true; }
        /* 36 */ virtual bool IsHeapPointer(void* address, bool) { return m_arena.Contains(address); }
        /* 37 */ virtual uint32_t CondemnedGeneration() { return 0; }
        /* 38 */ virtual bool IsSuspensionInProgress(bool) { return m_suspension.IsInProgress(); }
        /* 39 */ virtual uint32_t CollectionNumber() { return 0; }
        /* 40 */ virtual bool IsThreadUsingHeap(AllocationContext*, int) { return true; }
        /* 41 */ virtual bool IsEphemeral(Object*) { return false; }
        /* 42 */ virtual uint32_t WaitUntilResumed(bool) { m_suspension.Wait(); return 0; }
        /* 43 */ virtual void ReleaseContext(AllocationContext* context, void*, void*) { m_arena.Recycle(context); }
        /* 44 */ virtual size_t CurrentObjectSize() { return m_arena.Allocated(); }
        /* 45 */ virtual void SetSuspensionInProgress(bool inProgress) { m_suspension.SetInProgress(inProgress); }
        /* 46 */ virtual bool StructuresValid() { return true; }
        /* 47 */ virtual void SetSuspensionPending(bool) {}
        /* 48 */ virtual void SetYieldFactor(float) {}
        /* 49 */ virtual void Shutdown() {}
        /* 50 */ virtual size_t LastCollectionStart(int) { return 0; }
        /* 51 */ virtual size_t LastCollectionDuration(int) { return 0; }
        /* 52 */ virtual size_t Now();

        /* 53 */ virtual Object* Allocate(AllocationContext* context, size_t bytes, uint32_t flags) { return m_arena.Allocate(context, bytes, flags); }
        /* 54 */ virtual void PublishObject(uint8_t*) {}
        /* 55 */ virtual void OpenSuspension() { m_suspension.Open(); }
        /* 56 */ virtual void CloseSuspension() { m_suspension.Close(); }

        // Walks over the heap, for profilers and debuggers: not supported, nothing is found.
        /* 57 */ virtual bool IsLargeObject(Object*) { return false; }
        /* 58 */ virtual void ValidateMember(Object*) {}
        /* 59 */ virtual Object* NextObject(Object*) { return nullptr; }
        /* 60 */ virtual Object* ContainingObject(void*, bool) { return nullptr; }
        /* 61 */ virtual void WalkObject(Object*, void*, void*) {}
        /* 62 */ virtual void WalkObjectAgain(Object*, void*, void*) {}
        /* 63 */ virtual void WalkHeap(void*, void*, int, bool) {}
        /* 64 */ virtual void WalkSurvivors(void*, void*, void*, int) {}
        /* 65 */ virtual void WalkFinalizeQueue(void*, void*) {}
        /* 66 */ virtual void ScanFinalizeQueue(void*, void*) {}
        /* 67 */ virtual void ScanHandles(void*, int, void*) {}
        /* 68 */ virtual void ScanDependentHandles(void*, int, void*) {}
        /* 69 */ virtual void DescribeGenerations(void*, void*) {}
        /* 70 */ virtual void TraceSegments() {}
        /* 71 */ virtual void GetSettings(void*) {}
        /* 72 */ virtual bool Stress(AllocationContext*) { return false; }

        // Objects that the runtime made itself. Whatever is not in the arena is one of them. A handle that is null would end the process.
        /* 73 */ virtual void* RegisterFrozen(FrozenSegment* segment) { return segment->memory; }
        /* 74 */ virtual void UnregisterFrozen(void*) {}
        /* 75 */ virtual bool IsFrozen(Object* object) { return !m_arena.Contains(object); }

        /* 76 */ virtual void ControlEvents(int, int) {}
        /* 77 */ virtual void ControlPrivateEvents(int, int) {}
        /* 78 */ virtual uint32_t GenerationWithRange(Object* object, uint8_t** start, uint8_t** allocated, uint8_t** reserved);
        /* 79 */ virtual int64_t TotalPause() { return 0; }
        /* 80 */ virtual void EnumerateSettings(void*, void*) {}
        /* 81 */ virtual void UpdateFrozen(void*, uint8_t*, uint8_t*) {}
        /* 82 */ virtual int RefreshMemoryLimit() { return 0; }
        /* 83 */ virtual int EnableNoCollectCallback(void*, uint64_t) { return 0; }
        /* 84 */ virtual void* ExtraFinalization() { return nullptr; }
        /* 85 */ virtual uint64_t GenerationBudget(int) { return 0; }
        /* 86, from .NET 9 */ virtual size_t LargeObjectThreshold() { return Arena::LargeObject; }
        /* 87, from .NET 9 */ virtual void WalkHeapWithContexts(void*, void*, int, bool) {}
        /* 88, from .NET 10 */ virtual void ClearBridgeReferences(size_t, void*) {}

        // What a later runtime may have added: better a message than a jump into nowhere.
        /* 89 */ virtual void Spare89() { Unknown(89); }
        /* 90 */ virtual void Spare90() { Unknown(90); }
        /* 91 */ virtual void Spare91() { Unknown(91); }
        /* 92 */ virtual void Spare92() { Unknown(92); }
        /* 93 */ virtual void Spare93() { Unknown(93); }
        /* 94 */ virtual void Spare94() { Unknown(94); }
        /* 95 */ virtual void Spare95() { Unknown(95); }

    private:
        static constexpr int NotApplicable = 4;

        [[noreturn]] static void Unknown(int slot);

        Runtime m_runtime;
        Arena m_arena;
        Suspension m_suspension;
        int m_latencyMode = 0;
        int m_compaction = 1;
    };
}
